// SPDX-License-Identifier: Apache-2.0
//
// The scheduler's state with several cores, in the place of isochron_scheduler and of the ready lists:
// which task runs where, who is asked to switch, and a core's switch, a step of isochron_cores by itself.
//
// A core that loads DISPATCH switches when the sequencer is at rest, the lists are as the last step has
// left them, and no tick is half done. It is granted one cycle later, in the step's Decide.
//
// The lock of critical sections: while a core has it, only its transfers are served, and lines and ticks
// wait. So no other core can ask for it, and the order of those that want it is that of their buses
// (isochron_ports): a core waits for at most one section of each other core.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_core_states
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_cores_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NCores      = 2,   // Cores; area grows with them
  parameter int unsigned NTasks      = 32,  // Tasks, those idle included; area grows with them
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them
  parameter bit          Affinity    = 1'b0,  // A task may be kept from some cores
  parameter bit          OnePriority = 1'b0,  // There is the choice of one priority at a time
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned CoreWidth     = NCores > 1 ? $clog2(NCores) : 1
) (
  input  logic                             clk_i,            // Clock
  input  logic                             rst_ni,           // Asynchronous reset, active low

  input  init_t                            init_i,           // A node's words are initialised
  input  configuration_t                   configuration_i,  // The register CONTROL

  // The core whose transfer, or whose operation, goes on
  input  logic [CoreWidth-1:0]             core_i,           // That core
  input  access_t                          access_i,         // Its transfer
  input  touched_t                         touched_i,        // What the transfer does elsewhere
  input  logic                             gnt_i,            // The transfer is done
  input  logic                             tick_i,           // A tick is half done
  output logic [NCores-1:0]                served_o,         // Cores whose transfers are served

  // The operation
  input  operation_t                       operation_i,      // The operation
  input  subject_t                         subject_i,        // Its subject, as one core sees it
  output subject_t                         subject_o,        // The same as several see it
  input  action_t                          action_i,         // What it does, in Decide
  input  owner_state_t                     owner_i,          // The owner before
  output logic                             again_o,          // RESULT will say AGAIN, in Decide
  output logic                             woken_o,          // A service routine's core has to switch

  // The scheduler
  output scheduler_t                       scheduler_o,      // Its state, as the core sees it
  output scheduler_t                       ticking_o,        // The same as time sees it
  output selection_t                       selection_o,      // The task that the core would run next
  output logic                             busy_o,           // Lists change, or a core switches
  output cores_t                           cores_o,          // What only several cores have

  // Switches
  output logic                             waits_o,          // The load of DISPATCH waits
  output logic                             switching_o,      // A switch begins, or is done
  output logic                             decides_o,        // It is done
  output logic                             switches_o,       // With it: another task runs
  output logic [NCores-1:0]                requested_o,      // A core is asked to switch
  output logic [NCores-1:0]                switched_o,       // Pulse: it runs another task now
  output logic [NCores-1:0][TaskWidth-1:0] current_o,        // A core's task
  output logic [TaskWidth-1:0]             came_o            // The task that has begun to run
);

  typedef logic [NCores-1:0] mask_t;

  logic              rest;  // no operation goes on
  logic              dispatching_q, begins, steps_busy, unsettled, flag, yields, locks, unlocks;
  step_e             step;
  mask_t             core, mask, asks, asked, on, runs, scheduled, pending, any_ready, owner_q, switched_q,
                     yields_q;
  logic [7:0]        nesting_q;  // how often the lock is taken, beyond the first time
  logic [NCores-1:0][TaskWidth-1:0] selection;
  logic [PriorityWidth-1:0]         level;

  assign core   = mask_t'(1) << core_i;
  assign rest   = ~operation_i.active;
  assign begins = access_i.dispatch & ~access_i.late & rest & ~tick_i & ~steps_busy
                & ~unsettled & ~dispatching_q;

  isochron_step u_step (
    .operation_i, .action_i, .owner_i, .step_o(step), .flag_o(flag)
  );

  // Without an operation the step is a switch, if there is one: whether it begins is known late.
  assign asks  = rest | operation_i.source inside {SourceTask, SourceIsr} ? core : '0;
  assign level = action_i.owner.level[PriorityWidth-1:0];

  always_comb begin
    unique case (operation_i.kind)
      WorkSlice:    mask = mask_t'(1) << operation_i.id[CoreWidth-1:0];
      OpTaskCreate: mask = ~operation_i.argument[8 +: NCores];
      default:      mask = operation_i.argument[NCores-1:0];
    endcase
  end

  isochron_cores #(
    .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(Affinity),
    .OnePriority(OnePriority)
  ) u_cores (
    .clk_i, .rst_ni, .one_priority_i(configuration_i.one_priority),
    .init_i(init_i.active), .init_node_i($clog2(NTasks + NPriorities + 2)'(init_i.index)),
    .read_i(operation_i.stage.read | begins), .decide_i(operation_i.stage.decide | dispatching_q),
    .step_i(rest ? StepDispatch : step), .asks_i(asks), .task_i(owner_i.moved[TaskWidth-1:0]),
    .priority_i(level), .mask_i(mask), .flag_i(flag),
    .on_o(on), .asked_o(asked), .switches_o,
    .runs_o(runs), .current_o, .scheduled_o(scheduled), .pending_o(pending), .any_ready_o(any_ready),
    .selection_o(selection), .busy_o(steps_busy), .unsettled_o(unsettled)
  );

  assign yields  = operation_i.stage.decide & operation_i.kind == OpYield & operation_i.source == SourceIsr;
  assign locks   = touched_i.lock & gnt_i;
  assign unlocks = touched_i.unlock & owner_q[core_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dispatching_q <= 1'b0;
      switched_q    <= '0;
      yields_q      <= '0;
      owner_q       <= '0;
      nesting_q     <= '0;
    end else begin
      dispatching_q <= begins;
      switched_q    <= dispatching_q & switches_o ? core : '0;
      yields_q      <= (yields_q & ~(dispatching_q ? core : '0)) | (yields ? core : '0);
      if (locks) begin
        owner_q   <= core;
        nesting_q <= nesting_q + 8'(owner_q != '0);
      end else if (unlocks) begin
        if (nesting_q == '0) owner_q <= '0;
        else                 nesting_q <= nesting_q - 1'b1;
      end
    end
  end

  assign served_o    = owner_q == '0 ? '1 : owner_q;
  assign requested_o = scheduled | yields_q;
  assign busy_o      = steps_busy | dispatching_q;
  assign decides_o   = dispatching_q;
  assign switching_o = begins | dispatching_q;
  assign waits_o     = access_i.dispatch & ~switching_o;
  assign switched_o  = switched_q;
  assign selection_o = '{
    valid: ~(steps_busy | unsettled), id: TaskIdWidth'(selection[core_i]), any_ready: any_ready[core_i],
    level: '0
  };
  assign scheduler_o = '{
    started:      runs[core_i],
    preemption:   configuration_i.preemption,
    time_slicing: configuration_i.time_slicing,
    requested:    scheduled[core_i] | pending[core_i],
    asked:        pending[core_i] & ~owner_q[core_i],
    scheduled:    scheduled[core_i],
    pending:      pending[core_i],
    locked:       owner_q[core_i],
    current:      runs[core_i] ? TaskIdWidth'(current_o[core_i]) : '0,
    default:      '0
  };
  assign ticking_o   = '{
    started:      |runs,
    preemption:   1'b1,
    time_slicing: configuration_i.time_slicing,
    held:         owner_q != '0 | touched_i.lock,
    default:      '0
  };

  logic asks_itself;  // the core has to switch, or is asked to by the operation

  assign asks_itself = pending[core_i] | asked[core_i];
  assign again_o     = action_i.again | (asks_itself & ~owner_q[core_i]);
  assign woken_o     = action_i.write_control & action_i.link == LinkReady & asks_itself;

  always_comb begin
    cores_o = '{settled: rest, last: nesting_q == '0, running: '0};
    came_o  = scheduler_o.current[TaskWidth-1:0];
    for (int unsigned x = 0; x < NCores; x++) begin
      cores_o.running[8 * x +: 8] = {runs[x], 7'(current_o[x])};
      if (switched_q[x]) came_o = current_o[x];
    end
    subject_o         = subject_i;
    subject_o.runs    = (on & ~scheduled) != '0 & subject_i.control.place == PlaceReady;
    subject_o.on_core = on != '0;
  end

  logic unused;
  assign unused = ^{access_i, touched_i, configuration_i, init_i, operation_i};

  `ISOCHRON_ASSERT(ASwitchIsAlone, ~dispatching_q | rest)
  `ISOCHRON_ASSERT(OneHasTheLock, $onehot0(owner_q))
  `ISOCHRON_ASSERT(OnlyTheOwnerLocks, ~locks | (core & ~served_o) == '0)
  `ISOCHRON_RULE(NotTooDeep, ~(locks & (&nesting_q)),
                 "the lock is taken more often than is counted: give it back, by loads of UNLOCK")

endmodule
