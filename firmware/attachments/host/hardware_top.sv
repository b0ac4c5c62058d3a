// SPDX-License-Identifier: Apache-2.0
//
// The hardware kernel for a native program: the kernel as it is, and whether anything goes on in
// it, which a bus cannot tell.
module hardware_top #(
  parameter int unsigned NTasks          = 32,
  parameter int unsigned NPriorities     = 8,
  parameter int unsigned NObjects        = 16,
  parameter int unsigned NLines          = 4,
  parameter int unsigned NNotifications  = 3,
  parameter bit          Tickless        = 1,
  parameter bit          EventGroups     = 1,
  parameter bit          SoftwareObjects = 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              req_i,
  input  logic              we_i,
  input  logic [19:0]       addr_i,
  input  logic [31:0]       wdata_i,
  output logic              gnt_o,
  output logic              rvalid_o,
  output logic [31:0]       rdata_o,

  input  logic [NLines-1:0] lines_i,
  output logic              switch_request_o,

  output logic              quiet_o, // no operation is in progress, and there is no work for one
  output logic              held_o   // the running task copies an item, or is about to switch: all work waits
);

  isochron #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .NNotifications(NNotifications), .Tickless(Tickless), .EventGroups(EventGroups),
    .SoftwareObjects(SoftwareObjects)
  ) u_kernel (
    .clk_i, .rst_ni,
    .req_i, .we_i, .addr_i, .wdata_i, .gnt_o, .rvalid_o, .rdata_o,
    .lines_i, .switch_request_o,
    .more_due_o(), .current_id_o(), .switch_o()
  );

  assign held_o  = u_kernel.scheduler.held | u_kernel.asked;
  assign quiet_o = u_kernel.idle & ~u_kernel.work & ~u_kernel.event_valid;

endmodule
