// SPDX-License-Identifier: Apache-2.0
//
// The scheduler's state with several cores, in the place of isochron_scheduler and of the ready lists:
// which task runs where, who is asked to switch, and a core's switch, a step of isochron_cores by itself.
//
// A core that loads DISPATCH switches when the sequencer is at rest, the lists are as the last step has
// left them, and no tick is half done. It is granted one cycle later, in the step's Decide.
module isochron_core_states
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_cores_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NCores      = 2,   // Cores; area grows with them
  parameter int unsigned NTasks      = 32,  // Tasks, those idle included; area grows with them
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned CoreWidth     = NCores > 1 ? $clog2(NCores) : 1
) (
  input  logic                             clk_i,            // Clock
  input  logic                             rst_ni,           // Asynchronous reset, active low

  input  init_t                            init_i,           // A node's words are initialised
  input  configuration_t                   configuration_i,  // The register CONTROL

  // The operation
  input  stages_t                          stage_i,          // Where it is
  input  operation_t                       operation_i,      // The operation
  input  logic [TaskWidth-1:0]             task_i,           // The task that changes lists
  input  action_t                          action_i,         // What it does, in Decide
  input  owner_change_t                    change_i,         // What it does to the owner, in Decide
  input  owner_state_t                     owner_i,          // The owner before

  // The core whose transfer, or whose operation, goes on
  input  logic [CoreWidth-1:0]             core_i,           // That core
  input  logic [NCores-1:0]                locked_i,         // Whose the lock of sections is, one bit; or
                                                             // none
  output scheduler_t                       scheduler_o,      // The scheduler's state, as it sees it
  output selection_t                       selection_o,      // The task that it would run next
  output logic [TaskWidth-1:0]             coming_o,         // The same of the next cycle
  output logic                             asks_itself_o,    // It has to switch, or is asked to by the
                                                             // operation, in Decide

  // Its load of DISPATCH
  input  logic                             dispatch_i,       // There is one that switches
  input  logic                             rest_i,           // No operation goes on, and no tick
  output logic                             begins_o,         // The switch begins; it is done in the next
                                                             // cycle
  output logic                             decides_o,        // It is done
  output logic                             switches_o,       // With it: another task runs

  // All cores
  output logic [NCores-1:0]                runs_o,           // A core runs a task
  output logic [NCores-1:0][TaskWidth-1:0] current_o,        // This
  output logic [NCores-1:0]                scheduled_o,      // Another core, time or a line has asked it
                                                             // to switch
  output logic [NCores-1:0]                requested_o,      // The same, or a service routine of its own
  output logic [NCores-1:0]                switched_o,       // Pulse: it runs another task now
  output logic [NCores-1:0]                on_o,             // In Decide: the core that the task is on
  output logic                             busy_o            // Lists change, or a core switches
);

  typedef logic [NCores-1:0] mask_t;

  logic              dispatching_q, steps_busy, flag;
  step_e             step;
  mask_t             core, asks, asked, pending, any_ready, switched_q, yields_q;
  logic              yields;
  logic [NCores-1:0][TaskWidth-1:0] selection, coming;
  logic [PriorityWidth-1:0]         level;

  assign core     = mask_t'(1) << core_i;
  assign begins_o = dispatch_i & rest_i & ~steps_busy & ~dispatching_q;

  isochron_step u_step (
    .operation_i, .action_i, .change_i, .owner_i, .step_o(step), .flag_o(flag)
  );

  always_comb begin
    asks = operation_i.source inside {SourceTask, SourceIsr} ? core : '0;
    if (begins_o | dispatching_q) asks = core;
    level = change_i.level[PriorityWidth-1:0];
  end

  isochron_cores #(
    .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(1'b0)
  ) u_cores (
    .clk_i, .rst_ni, .init_i(init_i.active), .init_node_i($clog2(NTasks + NPriorities + 2)'(init_i.index)),
    .read_i(stage_i.read | begins_o), .decide_i(stage_i.decide | dispatching_q),
    .step_i(begins_o | dispatching_q ? StepDispatch : step), .asks_i(asks), .task_i,
    .priority_i(level), .mask_i(mask_t'(1) << operation_i.id[CoreWidth-1:0]), .flag_i(flag),
    .on_o, .asked_o(asked), .switches_o,
    .runs_o, .current_o, .scheduled_o, .pending_o(pending), .any_ready_o(any_ready),
    .selection_o(selection), .coming_o(coming), .busy_o(steps_busy)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dispatching_q <= 1'b0;
      switched_q    <= '0;
      yields_q      <= '0;
    end else begin
      dispatching_q <= begins_o;
      switched_q    <= dispatching_q & switches_o ? core : '0;
      yields_q      <= (yields_q & ~(dispatching_q ? core : '0)) | (yields ? core : '0);
    end
  end

  assign yields        = stage_i.decide & operation_i.kind == OpYield & operation_i.source == SourceIsr;
  assign requested_o   = scheduled_o | yields_q;
  assign busy_o        = steps_busy | dispatching_q;
  assign decides_o     = dispatching_q;
  assign switched_o    = switched_q;
  assign coming_o      = coming[core_i];
  assign asks_itself_o = pending[core_i] | asked[core_i];
  assign selection_o   = '{
    valid: ~steps_busy, id: 7'(selection[core_i]), any_ready: any_ready[core_i]
  };
  assign scheduler_o   = '{
    started:      runs_o[core_i],
    preemption:   configuration_i.preemption,
    time_slicing: configuration_i.time_slicing,
    requested:    scheduled_o[core_i] | pending[core_i],
    asked:        pending[core_i] & ~locked_i[core_i],
    scheduled:    scheduled_o[core_i],
    pending:      pending[core_i],
    locked:       locked_i[core_i],
    current:      runs_o[core_i] ? 7'(current_o[core_i]) : '0,
    default:      '0
  };

  logic unused;
  assign unused = ^{configuration_i, init_i, operation_i, stage_i};

endmodule
