// SPDX-License-Identifier: Apache-2.0
//
// Who runs: the scheduler's state and when a core may switch, with one core (isochron_scheduler) or
// several (isochron_core_states), whose ready lists differ: one core's are those of isochron_lists.
module isochron_running
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
#(
  parameter int unsigned NCores      = 1,     // Cores, 1, 2 or 4; area grows with them
  parameter int unsigned NTasks      = 32,    // Tasks, those idle included; area grows with them
  parameter int unsigned NPriorities = 64,    // Priorities; with several cores area grows with them
  parameter bit          Affinity    = 1'b0,  // With several cores: a task may be kept from some of them
  parameter bit          OnePriority = 1'b0,  // With several cores: there is the choice of one priority at
                                              // a time
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned CoreWidth = NCores > 1 ? $clog2(NCores) : 1
) (
  input  logic                             clk_i,            // Clock
  input  logic                             rst_ni,           // Asynchronous reset, active low

  input  init_t                            init_i,           // A node's words are initialised
  input  configuration_t                   configuration_i,  // The register CONTROL

  // The transfer
  input  logic [CoreWidth-1:0]             core_i,           // The core whose transfer is served, or whose
                                                             // operation goes on
  input  access_t                          access_i,         // Its transfer
  input  touched_t                         touched_i,        // What the transfer does elsewhere
  input  logic                             gnt_i,            // The transfer is done
  input  logic                             begins_i,         // It asks for an operation or a queue's word,
                                                             // or a walk goes on
  input  logic                             dispatch_i,       // A load of DISPATCH is done
  input  logic                             again_i,          // A load of RESULT said AGAIN
  output logic [NCores-1:0]                served_o,         // Cores whose transfers are served: all, or
                                                             // the one that has the lock

  // The operation
  input  operation_t                       operation_i,      // The operation
  input  tick_t                            tick_i,           // The tick whose tasks become ready
  input  subject_t                         subject_i,        // The subject, as one core sees it
  output subject_t                         subject_o,        // The same as several see it
  input  action_t                          action_i,         // What it does, in Decide
  input  owner_state_t                     owner_i,          // The owner before
  output effect_t                          effect_o,         // What it means for the core, in Decide

  // The scheduler
  input  selection_t                       first_i,          // The first task of one core's ready lists
  output selection_t                       selection_o,      // The task that the core would run next
  input  current_t                         current_i,        // The running task, also before the start
  output current_t                         current_o,        // The same; with several cores from then on
  output current_t                         decided_o,        // The same as Decide sees it
  output scheduler_t                       scheduler_o,      // The state, as the core sees it
  output scheduler_t                       ticking_o,        // The same as time sees it
  output cores_t                           cores_o,          // What only several cores have
  output logic                             choosing_o,       // Before the start: another task is chosen

  // Switches
  output switch_state_t                    state_o,          // How they stand
  output logic                             switches_o,       // Another task runs from the next cycle on,
                                                             // or before the start is to run first
  output logic                             switching_o,      // No operation begins, for a core switches
  output logic [NCores-1:0]                requested_o,      // A core is asked to switch
  output logic [NCores-1:0]                switched_o,       // Pulse: it runs another task now
  output logic [NCores-1:0][TaskWidth-1:0] running_o,        // A core's task, 0 before the start
  output came_t                            came_o            // The task that has begun to run
);

  logic                 tick_allows;
  logic [TaskWidth-1:0] came;

  assign came_o = '{valid: |switched_o, id: TaskIdWidth'(came)};

  isochron_dispatch u_dispatch (
    .scheduler_i(ticking_o), .selection_valid_i(selection_o.valid), .operation_i, .tick_i,
    .ready_o(tick_allows), .goes_on_o(state_o.goes_on), .finishes_o(state_o.finishes)
  );

  if (NCores == 1) begin : gen_core
    logic choose;  // before the start

    isochron_scheduler #(.NTasks(NTasks)) u_scheduler (
      .clk_i, .rst_ni, .configuration_i,
      .operation_i, .schedule_i(action_i.schedule), .more_due_i(tick_i.more_due),
      .dispatch_i, .selection_i(first_i), .again_i,
      .current_ready_i(current_i.ready), .may_choose_i(state_o.ready & ~(operation_i.stage != '0 | begins_i)),
      .choosing_o, .choose_o(choose),
      .scheduler_o, .shown_o(requested_o), .patient_o(state_o.patient), .switched_o
    );

    assign served_o    = '1;
    assign {state_o.ready, state_o.waits, state_o.keeps, state_o.busy} = {tick_allows, 3'b000};
    assign cores_o     = '{settled: 1'b1, default: '0};
    assign ticking_o   = scheduler_o;
    assign selection_o = first_i;
    assign switches_o  = dispatch_i | choose;
    assign switching_o = switches_o;
    assign subject_o   = subject_i;
    assign current_o   = current_i;
    assign decided_o   = current_i;
    assign effect_o    = '{
      again: action_i.again | (action_i.schedule.yield & scheduler_o.started & ~scheduler_o.suspended),
      woken: action_i.woken
    };
    assign running_o   = scheduler_o.started ? came : '0;
    assign came        = scheduler_o.current[TaskWidth-1:0];

    logic unused_core;
    assign unused_core = ^{init_i, core_i, gnt_i, owner_i};
  end else begin : gen_cores
    logic     changes;
    current_t current_q;  // as it was in Read: nothing changes it before Decide

    isochron_core_states #(
      .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(Affinity),
      .OnePriority(OnePriority)
    ) u_states (
      .clk_i, .rst_ni, .init_i, .configuration_i,
      .core_i, .access_i, .touched_i, .gnt_i, .tick_i(tick_i.open), .served_o,
      .operation_i, .subject_i, .subject_o, .action_i, .owner_i,
      .again_o(effect_o.again), .woken_o(effect_o.woken),
      .scheduler_o, .ticking_o, .selection_o, .busy_o(state_o.busy), .cores_o,
      .waits_o(state_o.waits), .switching_o, .decides_o(state_o.ready), .switches_o(changes), .requested_o,
      .switched_o, .current_o(running_o), .came_o(came)
    );

    assign state_o.keeps   = ~changes;
    assign state_o.patient = 1'b0;
    assign switches_o      = dispatch_i & changes;
    assign choosing_o      = 1'b0;
    assign current_o       = scheduler_o.started ? current_i : '0;
    assign decided_o       = current_q;

    always_ff @(posedge clk_i) begin
      if (operation_i.stage.read) current_q <= current_o;
    end

    logic unused_cores;
    assign unused_cores = ^{begins_i, again_i, first_i, tick_allows};
  end

  logic unused;
  assign unused = ^{access_i, touched_i, operation_i, action_i, current_i};

endmodule
