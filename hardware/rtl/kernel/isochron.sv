// SPDX-License-Identifier: Apache-2.0
//
// Isochron, the hardware kernel: FreeRTOS's scheduler, time, semaphores and notifications behind
// a bus. docs/explanation/hardware-kernel.md has the theory of operation, and
// docs/reference/registers.md the commands.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_monitor_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks         = 32,  // Tasks, idle included, 4 to 128; area grows with them
  parameter int unsigned NPriorities    = 64,  // Priorities, 8 to 64; area grows with them
  parameter int unsigned NObjects       = 64,  // Objects, 4 to 254, even; only block RAM grows with them
  parameter int unsigned NLines         = 8,   // Interrupt lines, 1 to 32; area grows with them
  parameter int unsigned TimerWidth     = 32,  // Bits of the tick, 8 to 32, as wide as FreeRTOS's TickType_t
  parameter int unsigned CountWidth     = 16,  // Bits of a semaphore's count, 1 to 16
  parameter bit          EventGroups    = 1,   // There are event groups
  parameter bit          Tickless       = 1,   // IDLE_TICKS is found, for tickless idle
  parameter bit          Monitor        = 1,   // Run times, deadlines and budgets are watched
  parameter int unsigned NNotifications = 4,   // Notifications of each task, 1 to 4
  parameter int unsigned MessageWords   = 64,  // Words of memory that each queue has for items of at most 16
                                               // bytes: 4 to 128, a power of two; 0: none. Block RAM grows
                                               // with them
  parameter bit          ClockGating    = 0,   // The clock stops while nothing happens: less power on an
                                               // ASIC, a faster simulator; 0 on FPGAs
  parameter int unsigned NCores         = 1,   // Cores, 1, 2 or 4, each with a bus; with several EventGroups,
                                               // Tickless and Monitor are 0. Area grows with them
  parameter bit          Affinity       = 0,   // With several cores: a task may be kept from some of them,
                                               // and from being preempted. Area grows with NTasks and
                                               // NPriorities for each core
  parameter bit          OnePriority    = 0,   // With several cores: CONTROL can say that only tasks of one
                                               // priority run at a time. Area grows with NCores
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,             // Clock
  input  logic                 rst_ni,            // Asynchronous reset, active low

  // The bus of each core: `req_i` and what goes with it hold until `gnt_o`, which comes with the answer
  input  logic [NCores-1:0]       req_i,          // A load or store is asked for
  input  logic [NCores-1:0]       we_i,           // It is a store, always of a whole word
  input  logic [NCores-1:0][19:0] addr_i,         // Its byte address, word aligned
  input  logic [NCores-1:0][31:0] wdata_i,        // What is stored
  output logic [NCores-1:0]       gnt_o,          // It is done
  output logic [NCores-1:0][31:0] rdata_o,        // What was loaded, in the cycle of `gnt_o`

  input  logic [NLines-1:0]       lines_i,           // The interrupt lines, asynchronous
  output logic [NCores-1:0]       switch_request_o,  // Level, to the core's software interrupt: a switch is
                                                     // requested; to the first core's, too: the tick hook is
                                                     // to be called, or the monitor has an event

  // With several cores these are about the one whose transfer is served
  output logic                    more_due_o,        // A tick goes on: more tasks become ready at it
  output logic                    again_o,           // RESULT would say AGAIN
  output logic                    becomes_again_o,   // A command is done with which it will say so
  output logic                    other_o,           // A load of RESULT that is granted says neither FAIL nor
                                                     // OK
  output logic                    next_valid_o,      // It is known who would run next:
  output logic [TaskWidth-1:0]    next_id_o,         // This task, also if it runs already

  // Probes
  output logic [NCores-1:0][TaskWidth-1:0] current_id_o,  // The running task, 0 before the start
  output logic [NCores-1:0]       switch_o,          // Pulse: another task starts to run
  output logic [10:0]             trace_o            // What happens to tasks, to isochron_trace
);

  // -- Sizes ------------------------------------------------------------------------------------
  localparam int unsigned ObjectWidth   = $clog2(NObjects);
  localparam int unsigned LineWidth     = NLines > 1 ? $clog2(NLines) : 1;
  localparam int unsigned CoreWidth     = NCores > 1 ? $clog2(NCores) : 1;
  localparam int unsigned NodeWidth     = $clog2(NTasks + NPriorities + 2);
  // mutexes that a task holds: also such as were deleted or reset meanwhile
  localparam int unsigned HeldWidth     = CountWidth > ObjectWidth ? CountWidth : ObjectWidth + 1;
  // the links have a word for each node, the objects one each, the monitor's words come in pairs
  localparam int unsigned LongWidth     = NodeWidth > ObjectWidth ? NodeWidth : ObjectWidth;
  localparam int unsigned InitWidth     = Monitor && LongWidth == TaskWidth ? TaskWidth + 1 : LongWidth;

  isochron_parameters #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .TimerWidth(TimerWidth), .CountWidth(CountWidth), .NNotifications(NNotifications),
    .MessageWords(MessageWords), .EventGroups(EventGroups), .Tickless(Tickless), .Monitor(Monitor),
    .NCores(NCores), .Affinity(Affinity), .OnePriority(OnePriority)
  ) u_parameters ();

  typedef logic [TaskWidth-1:0] task_t;
  typedef logic [NodeWidth-1:0] node_t;

  // -- Clock, and initialisation of the memories ------------------------------------------------
  logic clk, bus_busy, line_edge, tick_arrives, idle, background_rest;

  switch_state_t switch_state;

  isochron_clock_gate #(.Gated(ClockGating)) u_clock_gate (
    .clk_i,
    .run_i(bus_busy | (|req_i) | line_edge | tick_arrives | ~idle | ~background_rest | switch_state.patient),
    .clk_o(clk)
  );

  init_t                init;
  logic [InitWidth-1:0] init_index;

  isochron_initialisation #(.Width(InitWidth)) u_initialisation (
    .clk_i(clk), .rst_ni, .active_o(init.active), .index_o(init_index)
  );
  assign init.index = (TaskIdWidth + 1)'(init_index);

  // -- Bus --------------------------------------------------------------------------------------
  logic walk_awaited, stalled, ends, dispatch, again;

  access_t          access;
  command_t         command;
  status_t          status;
  touched_t         touched;
  operation_t       operation;
  progress_t        progress;
  configuration_t   configuration;
  word_access_t     word;
  monitor_request_t monitor_request;
  begun_t           begun;
  answer_t          answer;
  effect_t          effect;
  scheduler_t       scheduler, ticking;  // the second: as time sees it
  current_t         current_state;
  selection_t       selection;
  work_t            work;
  action_t          action;
  walk_t            walk;
  tick_t            due;
  task_t            current, coming;  // the last: the selection of the next cycle
  logic             switches;         // another task runs from the next cycle on, or before the start
                                      // is to run first
  logic             switching;        // no operation begins, for a core switches
  logic [TimerWidth:0] now, later;

  transfer_t         transfer;
  logic [NCores-1:0] served;  // cores whose transfers are: all, or the one that has the lock
  logic              gnt;
  logic [31:0]       rdata;

  isochron_ports #(.NCores(NCores)) u_ports (
    .clk_i(clk), .rst_ni, .req_i(req_i & served), .we_i, .addr_i, .wdata_i, .gnt_o,
    .transfer_o(transfer), .gnt_i(gnt),
    .stays_i(operation.active & operation.source inside {SourceTask, SourceIsr}), .ends_i(ends),
    .waits_i(switch_state.waits)
  );

  assign rdata_o = {NCores{rdata}};

  isochron_handshake #(
    .NNotifications(NNotifications), .MessageWords(MessageWords), .NCores(NCores)
  ) u_handshake (
    .clk_i(clk), .rst_ni, .access_i(access), .gnt_o(gnt),
    .busy_o(bus_busy), .command_o(command), .progress_i(progress), .done_again_i(effect.again),
    .done_code_i(action.code), .answer_o(answer), .told_o(again), .dispatch_o(dispatch),
    .dispatch_ready_i(switch_state.ready), .scheduler_i(scheduler), .current_i(current_state),
    .walk_i(walk), .walk_awaited_o(walk_awaited), .stalled_o(stalled), .tick_open_i(due.open), .begun_o(begun)
  );

  isochron_registers #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .TimerWidth(TimerWidth), .CountWidth(CountWidth), .EventGroups(EventGroups),
    .NNotifications(NNotifications), .Tickless(Tickless), .Monitor(Monitor), .MessageWords(MessageWords),
    .NCores(NCores), .Affinity(Affinity), .OnePriority(OnePriority)
  ) u_registers (
    .clk_i(clk), .rst_ni, .transfer_i(transfer), .rdata_o(rdata),
    .access_o(access), .keeps_i(switch_state.keeps), .answer_i(answer), .other_o,
    .scheduler_i(scheduler), .status_i(status), .configuration_o(configuration),
    .touched_o(touched), .word_o(word), .monitor_o(monitor_request)
  );

  assign status.initialised = ~init.active;
  assign status.other_ready = selection.id != scheduler.current;
  assign status.nobody      = ~scheduler.started & ~current_state.ready;
  assign status.now         = 32'(now[TimerWidth-1:0]);
  assign status.work_left   = due.work_left;

  // -- Interrupt lines --------------------------------------------------------------------------
  served_t     line_served;
  line_event_t line_event;

  isochron_lines #(
    .NLines(NLines), .NTasks(NTasks), .NObjects(NObjects), .EventGroups(EventGroups)
  ) u_lines (
    .clk_i, .clk_gated_i(clk), .rst_ni, .lines_i, .touched_i(touched), .binding_o(status.line),
    .edge_o(line_edge), .walk_i(walk.active), .event_o(line_event), .served_i(line_served)
  );

  // -- Sequencer and background -----------------------------------------------------------------
  message_t     message;
  owner_state_t owner;
  waiters_t     waiters;
  found_t       found;
  logic         lists_busy, chains_busy, clearing;
  logic         ticks_pended, tick, advance;
  pended_t      pended;
  captured_t    captured;
  node_t        background_node;

  logic [TimerWidth-1:0] overdue;

  isochron_sequencer #(
    .NTasks(NTasks), .NLines(NLines), .NPriorities(NPriorities), .CountWidth(CountWidth),
    .MessageWords(MessageWords), .EventGroups(EventGroups), .Affinity(Affinity)
  ) u_sequencer (
    .clk_i(clk), .rst_ni, .ready_i(~init.active),
    .held_i(ticking.held | (ticking.asked & ~walk_awaited & ~switch_state.finishes)),
    .command_i(command), .dispatch_i(switching), .current_i(current),
    .line_event_i(line_event), .clearing_i(clearing), .line_served_o(line_served),
    .work_i(work), .busy_i(lists_busy | chains_busy | switch_state.busy), .idle_o(idle),
    .progress_o(progress), .ends_o(ends), .action_i(action), .message_i(message),
    .operation_o(operation), .head_task_i(waiters.head[TaskWidth-1:0])
  );

  isochron_background #(
    .NTasks(NTasks), .NPriorities(NPriorities), .TimerWidth(TimerWidth), .Tickless(Tickless),
    .NCores(NCores)
  ) u_background (
    .clk_i(clk), .rst_ni, .pended_i(pended), .ticks_i(ticks_pended), .scheduler_i(ticking),
    .goes_on_i(switch_state.goes_on), .taken_i(dispatch | touched.load_hook),
    .node_o(background_node), .stalled_i(stalled), .walk_i(walk), .work_o(work), .idle_i(idle),
    .operation_i(operation), .overdue_i(overdue),
    .action_i(action), .owner_i(owner), .captured_i(captured),
    .advance_o(advance), .rest_o(background_rest), .tick_o(due), .idle_time_o(status.idle)
  );

  isochron_time #(.TimerWidth(TimerWidth)) u_time (
    .clk_i, .clk_gated_i(clk), .rst_ni, .started_i(ticking.started),
    .write_period_i(touched.period), .write_now_i(touched.now), .wdata_i(transfer.wdata),
    .period_o(status.period), .overflows_o(status.overflows),
    .step_i(operation.stage.decide & action.step), .stepped_i(later),
    .add_i(operation.stage.decide & action.add_ticks), .amount_i(operation.argument[TimerWidth-1:0]),
    .advance_i(advance), .tick_o(tick), .arrives_o(tick_arrives), .pended_o(ticks_pended), .now_o(now)
  );

  isochron_tick_hook u_tick_hook (
    .clk_i(clk), .rst_ni, .enable_i(configuration.tick_hook), .tick_i(tick), .pended_i(ticks_pended),
    .suspended_i(ticking.suspended), .resuming_i(ticking.resuming),
    .called_i(touched.hook), .owed_o(status.hook_owed), .call_o(status.hook_call)
  );

  // -- Tasks ------------------------------------------------------------------------------------
  stored_t  stored;
  subject_t looked_up, subject_state;  // the second knows cores, too
  current_t current_task;              // current_state before the start, too
  current_t current_decided;           // current_state, in Decide

  isochron_tasks #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .TimerWidth(TimerWidth),
    .HeldWidth(HeldWidth), .NNotifications(NNotifications)
  ) u_tasks (
    .clk_i(clk), .rst_ni, .init_i(init), .operation_i(operation),
    .scheduler_i(scheduler), .owner_i(owner), .selection_i(selection), .switches_i(switches),
    .next_i(coming), .stored_o(stored), .current_o(current_task), .action_i(action),
    .waiters_i(waiters), .deadline_i(later), .clearing_o(clearing), .keep_result_i(walk.keeps),
    .result_o(status.result), .pointers_o(status.pointers)
  );

  isochron_operands #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .TimerWidth(TimerWidth),
    .HeldWidth(HeldWidth)
  ) u_operands (
    .clk_i(clk), .operation_i(operation), .scheduler_i(scheduler), .found_i(found),
    .now_i(now), .later_o(later), .overdue_o(overdue),
    .stored_i(stored), .subject_o(looked_up), .owner_o(owner)
  );

  // -- Objects and those who wait for them ------------------------------------------------------
  group_t group;

  isochron_objects #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .CountWidth(CountWidth),
    .EventGroups(EventGroups), .MessageWords(MessageWords), .NCores(NCores)
  ) u_objects (
    .clk_i(clk), .rst_ni, .init_i(init),
    .operation_i(operation), .stored_i(stored), .control_i(subject_state.control),
    .scheduler_i(scheduler), .action_i(action),
    .found_o(found), .waiters_o(waiters), .message_o(message), .group_o(group),
    .pended_o(pended), .busy_o(chains_busy), .walk_o(walk),
    .word_i(word), .word_o(status.word),
    .switch_i(switches | (operation.stage.decide & (action.schedule.start | action.schedule.first)))
  );

  // -- State lists ------------------------------------------------------------------------------
  selection_t first_ready;
  task_t      first_coming;

  isochron_state_lists #(.NTasks(NTasks), .NPriorities(NPriorities), .NCores(NCores)) u_state_lists (
    .clk_i(clk), .rst_ni, .init_i(init), .operation_i(operation), .action_i(action),
    .subject_i(subject_state), .owner_i(owner), .current_i(current_state),
    .node_i(background_node), .captured_o(captured),
    .dispatch_i(switches), .selection_o(first_ready), .coming_o(first_coming), .busy_o(lists_busy)
  );

  // -- Decision ---------------------------------------------------------------------------------
  isochron_decide #(
    .NPriorities(NPriorities), .TimerWidth(TimerWidth), .CountWidth(CountWidth),
    .HeldWidth(HeldWidth), .EventGroups(EventGroups), .Affinity(Affinity)
  ) u_decide (
    .operation_i(operation), .subject_i(subject_state),
    .owner_i(owner), .owner_pointer_i(status.pointers.current),
    .current_i(current_decided), .several_i(NCores > 1 | captured.several),
    .found_i(found), .waiters_i(waiters), .message_i(message),
    .group_i(group), .walk_i(walk), .scheduler_i(scheduler), .tick_i(due), .begun_i(begun),
    .action_o(action)
  );

  // -- Who runs ---------------------------------------------------------------------------------
  logic              interrupted;
  logic [NCores-1:0] requested;  // a core is asked to switch
  came_t             came;

  isochron_running #(
    .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(Affinity),
    .OnePriority(OnePriority)
  ) u_running (
    .clk_i(clk), .rst_ni, .init_i(init), .configuration_i(configuration),
    .core_i(transfer.core[CoreWidth-1:0]), .access_i(access), .touched_i(touched), .gnt_i(gnt),
    .begins_i(command.valid | word.load | word.store | walk.active),
    .dispatch_i(dispatch), .again_i(again), .served_o(served),
    .operation_i(operation), .tick_i(due),
    .subject_i(looked_up), .subject_o(subject_state),
    .action_i(action), .owner_i(owner),
    .effect_o(effect),
    .first_i(first_ready), .selection_o(selection),
    .current_i(current_task), .current_o(current_state), .decided_o(current_decided),
    .scheduler_o(scheduler), .ticking_o(ticking), .cores_o(status.cores), .choosing_o(status.choosing),
    .state_o(switch_state), .switches_o(switches), .switching_o(switching), .requested_o(requested),
    .switched_o(switch_o), .running_o(current_id_o), .came_o(came)
  );

  assign coming          = NCores > 1 ? selection.id[TaskWidth-1:0] : first_coming;
  assign current         = scheduler.current[TaskWidth-1:0];
  assign more_due_o      = due.more_due & switch_state.goes_on;
  assign again_o         = answer.again;
  assign becomes_again_o = progress.done & effect.again;
  assign next_valid_o    = selection.valid;
  assign next_id_o       = selection.id[TaskWidth-1:0];

  logic unused;
  assign unused = ^{selection.any_ready, selection.level};

  assign interrupted      = status.hook_call | (configuration.monitor_hook & status.monitor.misses.valid);
  assign switch_request_o = requested | NCores'(interrupted);

  // -- Monitor and trace ------------------------------------------------------------------------
  isochron_observed #(.NTasks(NTasks), .NLines(NLines), .Monitor(Monitor)) u_observed (
    .clk_i, .rst_ni, .init_i(init), .operation_i(operation),
    .line_i(line_served.line[LineWidth-1:0]), .control_i(subject_state.control),
    .action_i(action), .scheduler_i(scheduler), .interrupt_i(switch_request_o[0]),
    .served_i((dispatch & requested[0]) | touched.hook), .came_i(came),
    .request_i(monitor_request), .shown_o(status.monitor), .trace_o
  );

  // -- Results of interrupt service routines, errors --------------------------------------------
  isochron_outcome #(.NCores(NCores)) u_outcome (
    .clk_i(clk), .rst_ni, .operation_i(operation), .action_i(action),
    .woken_i(effect.woken), .object_i(found.id), .core_i(transfer.core[CoreWidth-1:0]), .access_i(access),
    .clear_i(touched.error), .isr_o(status.isr), .error_o(status.error)
  );

  // -- The bus ----------------------------------------------------------------------------------
  for (genvar x = 0; x < int'(NCores); x++) begin : gen_bus
    `ISOCHRON_RULE_NEXT(RequestIsHeld, req_i[x] & ~gnt_o[x],
      req_i[x] & $stable({we_i[x], addr_i[x]}) & (~we_i[x] | $stable(wdata_i[x])),
      {"a request was dropped or changed before its grant. Hold req_i, we_i, addr_i and wdata_i ",
       "until gnt_o; let no watchdog end a transfer before 2,000 cycles; reset the bus's master only ",
       "together with the hardware kernel"})
    `ISOCHRON_ASSERT(OnlyARequestIsGranted, req_i[x] | ~gnt_o[x])
  end

endmodule
