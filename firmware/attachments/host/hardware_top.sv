// SPDX-License-Identifier: Apache-2.0
//
// The hardware kernel for a native program: the kernel as it is, and what a bus cannot tell: whether
// anything goes on in it, and what state each task is in without a command.
module hardware_top
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks          = 32,
  parameter int unsigned NPriorities     = 8,
  parameter int unsigned NObjects        = 16,
  parameter int unsigned NLines          = 4,
  parameter int unsigned NNotifications  = 3,
  parameter bit          Tickless        = 1,
  parameter bit          EventGroups     = 1,
  parameter bit          Monitor         = 1,
  parameter int unsigned MessageWords    = 64
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              req_i,
  input  logic              we_i,
  input  logic [19:0]       addr_i,
  input  logic [31:0]       wdata_i,
  output logic              gnt_o,
  output logic [31:0]       rdata_o,

  input  logic [NLines-1:0] lines_i,
  output logic              switch_request_o,

  output logic              quiet_o, // no operation is in progress, and there is no work for one
  output logic              held_o,  // the running task copies an item, or is about to switch
  output logic [31:0]       task_states_o [NTasks] // VALUE of TASK_STATE, or that it is deleted
);

  isochron #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .NNotifications(NNotifications), .Tickless(Tickless), .EventGroups(EventGroups),
    .Monitor(Monitor), .MessageWords(MessageWords)
  ) u_kernel (
    .clk_i, .rst_ni,
    .req_i, .we_i, .addr_i, .wdata_i, .gnt_o, .rdata_o,
    .lines_i, .switch_request_o,
    .more_due_o(), .again_o(), .becomes_again_o(), .other_o(), .next_valid_o(), .next_id_o(),
    .current_id_o(), .switch_o(), .trace_o()
  );

  assign held_o  = u_kernel.scheduler.held | u_kernel.scheduler.asked;
  assign quiet_o = u_kernel.idle & ~u_kernel.work.valid & ~u_kernel.due.closing & ~u_kernel.line_event.valid;

  // ---------------------------------------------------------------------------------------------
  // States of the tasks
  // ---------------------------------------------------------------------------------------------
  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned ObjectWidth   = $clog2(NObjects);

  localparam logic [31:0] Deleted = 32'd4;  // eDeleted of FreeRTOS's eTaskState

`define ISOCHRON u_kernel
`include "isochron_task_state.svh"

  logic changed_q;

  // Operations and dispatches change them.
  always_ff @(posedge clk_i) changed_q <= u_kernel.operation.stage.decide | u_kernel.switches;

  // What the rising edge wrote is there when the clock falls.
  always_ff @(negedge clk_i) begin
    if (changed_q) begin
      for (int unsigned i = 0; i < NTasks; i++) begin
        task_states_o[i] <= value_of_task_state(i);
      end
    end
  end

endmodule
