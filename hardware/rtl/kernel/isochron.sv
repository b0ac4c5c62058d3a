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
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks          = 32,  // Tasks, idle included, 4 to 128; area grows with
                                                // them
  parameter int unsigned NPriorities     = 64,  // Priorities, 8 to 64; area grows with them
  parameter int unsigned NObjects        = 64,  // Objects, 4 to 254, even; only block RAM grows
                                                // with them
  parameter int unsigned NLines          = 8,   // Interrupt lines, 1 to 32; area grows with them
  parameter int unsigned TimerWidth      = 32,  // Bits of the tick, 8 to 32, as wide as FreeRTOS's
                                                // TickType_t
  parameter int unsigned CountWidth      = 16,  // Bits of a semaphore's count, 1 to 16
  parameter bit          EventGroups     = 1,   // There are event groups
  parameter bit          Tickless        = 1,   // IDLE_TICKS is found, for tickless idle
  parameter bit          Monitor         = 1,   // Run times, deadlines and budgets are watched
  parameter int unsigned NNotifications  = 4,   // Notifications of each task, 1 to 4
  parameter int unsigned MessageWords    = 64,  // Words of memory that each queue has for items of at
                                                // most 16 bytes: 4 to 128, a power of two; 0: none.
                                                // Block RAM grows with them
  parameter bit          ClockGating     = 0,   // The clock stops while nothing happens: less power
                                                // on an ASIC, a faster simulator; 0 on FPGAs
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,             // Clock
  input  logic                 rst_ni,            // Asynchronous reset, active low

  // The bus: `req_i` and what goes with it hold until `gnt_o`, which comes with the answer
  input  logic                 req_i,             // A load or store is asked for
  input  logic                 we_i,              // It is a store, always of a whole word
  input  logic [19:0]          addr_i,            // Its byte address, word aligned
  input  logic [31:0]          wdata_i,           // What is stored
  output logic                 gnt_o,             // It is done
  output logic [31:0]          rdata_o,           // What was loaded, in the cycle of `gnt_o`

  input  logic [NLines-1:0]    lines_i,           // The interrupt lines, asynchronous
  output logic                 switch_request_o,  // Level, to the core's software interrupt: a
                                                  // switch is requested, the tick hook is to be
                                                  // called, or the monitor has an event
  output logic                 more_due_o,        // A tick goes on: more tasks become ready at it
  output logic                 again_o,           // RESULT would say AGAIN
  output logic                 becomes_again_o,   // A command is done with which it will say so
  output logic                 other_o,           // A load of RESULT that is granted says neither FAIL
                                                  // nor OK
  output logic                 next_valid_o,      // It is known who would run next:
  output logic [TaskWidth-1:0] next_id_o,         // This task, also if it runs already

  // Probes
  output logic [TaskWidth-1:0] current_id_o,      // The running task, 0 before the start
  output logic                 switch_o,          // Pulse: another task starts to run
  output logic [10:0]          trace_o            // What happens to tasks, to isochron_trace
);

  // ---------------------------------------------------------------------------------------------
  // Sizes
  // ---------------------------------------------------------------------------------------------
  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned ObjectWidth   = $clog2(NObjects);
  localparam int unsigned LineWidth     = NLines > 1 ? $clog2(NLines) : 1;
  localparam int unsigned NNodes        = NTasks + NPriorities + 2;
  localparam int unsigned NodeWidth     = $clog2(NNodes);
  // mutexes that a task holds: also such as were deleted or reset meanwhile
  localparam int unsigned HeldWidth     = CountWidth > ObjectWidth ? CountWidth : ObjectWidth + 1;
  // the links have a word for each node, the objects one each, the monitor's words come in pairs
  localparam int unsigned LongWidth     = NodeWidth > ObjectWidth ? NodeWidth : ObjectWidth;
  localparam int unsigned InitWidth     = Monitor && LongWidth == TaskWidth ? TaskWidth + 1
                                                                            : LongWidth;

  localparam logic [NodeWidth-1:0] DelayedMarker = NodeWidth'(NTasks + NPriorities);
  localparam logic [NodeWidth-1:0] DueMarker     = NodeWidth'(NTasks + NPriorities + 1);

  isochron_parameters #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .TimerWidth(TimerWidth), .CountWidth(CountWidth), .NNotifications(NNotifications),
    .MessageWords(MessageWords)
  ) u_parameters ();

  typedef logic [TaskWidth-1:0]     task_t;
  typedef logic [PriorityWidth-1:0] priority_t;
  typedef logic [ObjectWidth-1:0]   object_id_t;
  typedef logic [NodeWidth-1:0]     node_t;

  // ---------------------------------------------------------------------------------------------
  // Clock
  // ---------------------------------------------------------------------------------------------
  logic clk, bus_busy, line_edge, tick_arrives, idle, background_rest, idle_rest, patient;

  isochron_clock_gate #(.Gated(ClockGating)) u_clock_gate (
    .clk_i,
    .run_i(bus_busy | line_edge | tick_arrives | ~idle | ~background_rest | ~idle_rest | patient),
    .clk_o(clk)
  );

  // ---------------------------------------------------------------------------------------------
  // Initialisation of the memories
  // ---------------------------------------------------------------------------------------------
  logic                 init;
  logic [InitWidth-1:0] init_index;

  isochron_initialisation #(.Width(InitWidth)) u_initialisation (
    .clk_i(clk), .rst_ni, .active_o(init), .index_o(init_index)
  );

  // ---------------------------------------------------------------------------------------------
  // Bus
  // ---------------------------------------------------------------------------------------------
  logic        walk_awaited, stalled, in_tick, awaits_tick;
  logic        command_done, done_again, dispatch, dispatch_ready, answered, again, misuse;
  logic        hook_call, work_left, idle_valid;
  logic [LineWidth-1:0] line;

  access_t          access;
  command_t         command;
  status_t          status;
  touched_t         touched;
  configuration_t   configuration;
  word_access_t     word;
  monitor_request_t monitor_request;

  action_t     action;
  message_t    message;
  scheduler_t  scheduler;
  logic        selection_valid;
  task_t       current, selection, coming;  // the last: the selection of the next cycle
  task_t       caller, next_caller;  // whose result is loaded, in this cycle and the next
  logic        choose, any_ready;  // before the start
  logic        switches;  // another task runs from the next cycle on, or before the start is to run first
  current_t    current_state;
  walk_t       walk;
  look_t       look;
  tick_t       due;
  logic [TimerWidth:0]   now, later, deadline;
  logic [TimerWidth-1:0] overdue, idle_ticks;

  isochron_handshake #(
    .NNotifications(NNotifications), .MessageWords(MessageWords)
  ) u_handshake (
    .clk_i(clk), .rst_ni,
    .access_i(access), .monitor_done_i(status.monitor.done), .gnt_o, .busy_o(bus_busy),
    .ready_i(~init), .command_o(command), .command_done_i(command_done),
    .done_again_i(done_again), .answered_o(answered), .told_o(again), .again_o,
    .dispatch_o(dispatch), .dispatch_ready_i(dispatch_ready),
    .scheduler_i(scheduler), .current_i(current_state),
    .walk_i(look.goes_on), .walk_of_task_i(walk.active & walk.of_task),
    .walk_awaited_o(walk_awaited), .stalled_o(stalled),
    .tick_open_i(due.open), .in_tick_o(in_tick), .awaits_tick_o(awaits_tick)
  );

  isochron_registers #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .TimerWidth(TimerWidth), .CountWidth(CountWidth), .EventGroups(EventGroups),
    .NNotifications(NNotifications), .Tickless(Tickless), .Monitor(Monitor),
    .MessageWords(MessageWords)
  ) u_registers (
    .clk_i(clk), .rst_ni,
    .req_i, .we_i, .addr_i, .wdata_i, .rdata_o, .access_o(access),
    .again_i(again_o), .answered_i(answered), .done_again_i(done_again),
    .done_code_i(action.code), .other_o,
    .scheduler_i(scheduler), .status_i(status), .configuration_o(configuration),
    .touched_o(touched), .line_o(line), .word_o(word), .monitor_o(monitor_request),
    .misuse_o(misuse)
  );

  assign status.initialised = ~init;
  assign status.other_ready = selection != current;
  assign status.current     = 7'(current);
  assign status.now         = 32'(now[TimerWidth-1:0]);
  assign status.work_left   = work_left;
  assign status.idle_ticks  = 32'(idle_ticks);
  assign status.idle_valid  = idle_valid;
  assign status.hook_call   = hook_call;

  // ---------------------------------------------------------------------------------------------
  // Interrupt lines
  // ---------------------------------------------------------------------------------------------
  logic                 event_served;
  logic [LineWidth-1:0] event_served_line;
  line_event_t          line_event;

  isochron_lines #(
    .NLines(NLines), .NTasks(NTasks), .NObjects(NObjects), .EventGroups(EventGroups)
  ) u_lines (
    .clk_i, .clk_gated_i(clk), .rst_ni, .lines_i,
    .write_i(touched.line), .line_i(line), .write_bits_i(touched.line_bits), .wdata_i,
    .enable_o(status.line_enable), .binding_o(status.line),
    .edge_o(line_edge), .walk_i(walk.active), .event_o(line_event),
    .served_i(event_served), .served_line_i(event_served_line)
  );

  // ---------------------------------------------------------------------------------------------
  // Sequencer and background
  // ---------------------------------------------------------------------------------------------
  stages_t     stage;
  operation_t  operation;
  work_t       work;
  logic [1:0]  notification_index;
  task_t       subject, moved, head_task, pended_first;
  logic        lists_busy, chains_busy;
  object_id_t  object_id;
  logic        keep_result, clearing;
  logic        pended_any, ticks_pended, tick, idle_work, idle_look, shown;
  logic        advance, collects, last;
  logic        tick_goes_on, tick_finishes;
  node_t       background_node, idle_node, node, next_node, previous_node;

  isochron_sequencer #(
    .NTasks(NTasks), .NLines(NLines), .NPriorities(NPriorities), .CountWidth(CountWidth),
    .MessageWords(MessageWords), .EventGroups(EventGroups)
  ) u_sequencer (
    .clk_i(clk), .rst_ni,
    .ready_i(~init), .held_i(scheduler.held | (scheduler.asked & ~walk_awaited & ~tick_finishes)),
    .command_i(command), .command_done_o(command_done),
    .dispatch_i(switches), .current_i(current),
    .line_event_i(line_event), .clearing_i(clearing),
    .line_served_o(event_served), .line_served_line_o(event_served_line),
    .work_i(work),
    .busy_i(lists_busy | chains_busy), .idle_o(idle), .twice_i(action.twice),
    .message_i(message), .object_i(8'(object_id)), .code_i(action.code),
    .stage_o(stage), .operation_o(operation), .task_o(subject), .head_task_i(head_task)
  );

  isochron_background #(
    .NTasks(NTasks), .NodeWidth(NodeWidth),
    .DelayedMarker(DelayedMarker), .DueMarker(DueMarker)
  ) u_background (
    .clk_i(clk), .rst_ni,
    .scheduler_i(scheduler), .goes_on_i(tick_goes_on), .taken_i(dispatch | touched.load_hook),
    .pended_any_i(pended_any), .pended_first_i(pended_first), .ticks_i(ticks_pended),
    .node_o(background_node), .next_i(next_node),
    .work_o(work), .idle_i(idle),
    .commit_i(stage.decide), .operation_i(operation),
    .task_i(moved), .unlink_i(action.unlink), .previous_i(previous_node),
    .last_i(last),
    .step_i(stage.decide & action.step),
    .walk_i(walk.active), .stalled_i(stalled), .look_i(look),
    .measure_node_i(idle_node), .measure_work_i(idle_work), .measure_o(idle_look),
    .advance_o(advance), .rest_o(background_rest), .tick_o(due),
    .work_left_o(work_left), .collects_o(collects)
  );

  if (Tickless) begin : gen_tickless
    isochron_idle #(
      .NTasks(NTasks), .TimerWidth(TimerWidth), .NodeWidth(NodeWidth),
      .DelayedMarker(DelayedMarker), .DueMarker(DueMarker)
    ) u_idle (
      .clk_i(clk), .rst_ni,
      .suspended_i(scheduler.suspended & ~scheduler.resuming),
      .node_o(idle_node), .work_o(idle_work), .look_i(idle_look), .next_i(next_node),
      .operation_i(operation), .task_i(subject), .stage_i(stage), .overdue_i(overdue),
      .action_i(action),
      .ticks_o(idle_ticks), .valid_o(idle_valid), .rest_o(idle_rest)
    );
  end else begin : gen_no_tickless
    logic unused_tickless;

    assign unused_tickless         = ^{idle_look, overdue};
    assign idle_node               = DueMarker;
    assign idle_ticks              = '0;
    assign {idle_work, idle_valid} = '0;
    assign idle_rest               = 1'b1;
  end

  isochron_time #(.TimerWidth(TimerWidth)) u_time (
    .clk_i, .clk_gated_i(clk), .rst_ni,
    .started_i(scheduler.started),
    .write_period_i(touched.period), .write_now_i(touched.now), .wdata_i,
    .period_o(status.period), .overflows_o(status.overflows),
    .step_i(stage.decide & action.step), .stepped_i(later),
    .add_i(stage.decide & action.add_ticks), .amount_i(operation.argument[TimerWidth-1:0]),
    .advance_i(advance), .tick_o(tick), .arrives_o(tick_arrives), .pended_o(ticks_pended),
    .now_o(now)
  );

  isochron_tick_hook u_tick_hook (
    .clk_i(clk), .rst_ni,
    .enable_i(configuration.tick_hook), .tick_i(tick), .pended_i(ticks_pended),
    .suspended_i(scheduler.suspended), .resuming_i(scheduler.resuming),
    .called_i(touched.hook), .owed_o(status.hook_owed), .call_o(hook_call)
  );

  // ---------------------------------------------------------------------------------------------
  // Tasks
  // ---------------------------------------------------------------------------------------------
  kept_t                kept;
  standing_t            owner_standing;
  subject_t             subject_state;
  owner_state_t         owner_state;
  priority_t            chain_priority, chain_rank;
  object_id_t           chain_id, chain_id_q;
  notification_t        notification;
  operands_t            operands;

  object_t              record, record_d;
  found_t               found;
  task_t                owner, pointer_task;
  task_t                running;  // in the next cycle
  owner_change_t        owner_change;

  isochron_tasks #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .TimerWidth(TimerWidth),
    .HeldWidth(HeldWidth), .NNotifications(NNotifications)
  ) u_tasks (
    .clk_i(clk), .rst_ni,
    .init_i(init), .init_task_i(init_index[TaskWidth-1:0]),
    .task_i(subject), .current_i(current),
    .owner_i(stage.fetch ? subject : owner), .look_at_owner_i(stage.head),
    .kept_o(kept), .current_o(current_state),
    .index_i(notification_index), .notification_o(notification), .deadline_o(deadline),
    .standing_o(owner_standing),
    .commit_i(stage.decide), .action_i(action), .argument_i(operation.argument),
    .owner_change_i(owner_change),
    .write_wait_i(stage.decide & (action.chain == ChainObject | action.write_object
                            | (NNotifications > 1 & action.write_index))),
    .wait_object_i(NNotifications > 1 && action.write_index ? object_id_t'(operation.index)
                                                           : chain_id_q),
    .wait_priority_i(chain_rank),
    .deadline_i(later), .clearing_o(clearing),
    .write_result_i(stage.decide & ~operation.second
                    & (operation.source == SourceTask | action.answer
                       | (action.schedule.resume_end & ~keep_result))),
    .caller_i(caller),
    .result_task_i(action.schedule.start | action.answer ? subject : caller),
    .next_caller_i(next_caller), .result_o(status.result),
    .write_operand_i({operation.id[0], ~operation.id[0]} & {2{stage.decide & action.write_operand}}),
    .operands_o(operands),
    .pointer_task_i(pointer_task), .next_i(coming), .pointers_o(status.pointers)
  );

  isochron_operands #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .TimerWidth(TimerWidth),
    .HeldWidth(HeldWidth)
  ) u_operands (
    .clk_i(clk),
    .operation_i(operation), .stage_i(stage),
    .subject_i(subject), .current_i(current), .current_state_i(current_state),
    .owned_i(found.owned), .holder_i(record.upper[TaskWidth-1:0]),
    .owner_o(owner), .moved_o(moved),
    .dispatch_i(switches), .selection_i(selection), .running_o(running),
    .pointer_task_o(pointer_task),
    .notification_index_o(notification_index), .chain_priority_o(chain_priority),
    .background_node_i(background_node), .node_o(node),
    .now_i(now), .later_o(later), .overdue_o(overdue),
    .kept_i(kept), .notification_i(notification), .deadline_i(deadline),
    .standing_i(owner_standing), .subject_o(subject_state), .owner_state_o(owner_state)
  );

  // ---------------------------------------------------------------------------------------------
  // Objects and those who wait for them
  // ---------------------------------------------------------------------------------------------
  logic         write_object, write_group;
  waiters_t     waiters;
  group_t       group;

  isochron_records #(
    .NObjects(NObjects), .CountWidth(CountWidth), .EventGroups(EventGroups)
  ) u_records (
    .clk_i(clk),
    .init_i(init), .init_object_i(init_index[ObjectWidth-1:0]),
    .operation_i(operation), .stage_i(stage), .waiting_i(kept.control.waiting),
    .wait_object_i(kept.object[ObjectWidth-1:0]), .chain_o(chain_id),
    .object_o(object_id), .record_o(record), .found_o(found), .waiters_i(waiters),
    .message_i(message),
    .write_i(stage.decide & write_object), .record_i(record_d),
    .write_group_i(stage.decide & write_group), .group_i(group.record)
  );

  chained_t chained;

  assign chained = '{
    leaves_object: action.unchain & subject_state.control.chain == ChainObject,
    leaves_pended: action.unchain & subject_state.control.chain == ChainPended,
    enters:        action.chain
  };

  isochron_chains #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
  ) u_chains (
    .clk_i(clk), .rst_ni,
    .init_i(init), .init_object_i(init_index[ObjectWidth-1:0]),
    .stage_i(stage), .object_i(chain_id),
    .best_i(operation.gives), .priority_i(chain_priority), .head_o(head_task),
    .insert_i(operation.appends), .task_i(subject), .chained_i(chained),
    .waiters_o(waiters), .object_o(chain_id_q), .rank_o(chain_rank), .busy_o(chains_busy),
    .pended_any_o(pended_any), .pended_first_o(pended_first)
  );

  // ---------------------------------------------------------------------------------------------
  // Messages
  // ---------------------------------------------------------------------------------------------
  if (MessageWords != 0) begin : gen_messages
    isochron_messages #(
      .NTasks(NTasks), .NObjects(NObjects), .MessageWords(MessageWords)
    ) u_messages (
      .clk_i(clk), .rst_ni,
      .operation_i(operation), .stage_i(stage), .current_i(current),
      .pair_i(object_id[ObjectWidth-1:1]), .queue_i(record.kind == KindQueue),
      .waiting_i(kept.control.waiting),
      .waiters_i(waiters), .granted_i(found.granted), .message_o(message),
      .create_i(stage.decide & write_object & operation.kind == OpQueueCreate),
      .reset_i(stage.decide & write_object & operation.kind == OpObjectReset),
      .transfer_i(stage.decide & action.transfer),
      .waits_i(action.write_deadline | action.write_object), .held_i(scheduler.held),
      .word_i(word), .wdata_i, .rdata_o(status.word), .late_o(status.word_late),
      .switch_i(switches | (stage.decide & (action.schedule.start | action.schedule.first)))
    );
  end else begin : gen_no_messages
    logic unused_messages;

    assign {message, status.word, status.word_late} = '0;
    assign unused_messages = ^{action.transfer, word};
  end

  // ---------------------------------------------------------------------------------------------
  // Event groups
  // ---------------------------------------------------------------------------------------------
  if (EventGroups) begin : gen_groups
    isochron_groups #(.NTasks(NTasks), .NObjects(NObjects)) u_groups (
      .clk_i(clk), .rst_ni,
      .operation_i(operation), .stage_i(stage),
      .wait_i(group_wait_t'(operands[0][25:0])), .set_i(operands[1][23:0]),
      .bits_i({record.upper[7:0], record.count}),
      .waiters_i(waiters), .group_o(group), .walk_i(action.walk),
      .nested_i(scheduler.suspended), .object_i(object_id),
      .unchain_i(chained.leaves_object), .task_i(subject),
      .resumed_i(action.schedule.resume_end), .current_i(current),
      .walk_o(walk), .look_o(look), .keep_o(keep_result)
    );
  end else begin : gen_no_groups
    assign {group, walk, look, keep_result} = '0;

    logic unused_groups;
    assign unused_groups = ^{action.walk, waiters};
  end

  // ---------------------------------------------------------------------------------------------
  // State lists
  // ---------------------------------------------------------------------------------------------
  logic several;

  isochron_lists #(.NTasks(NTasks), .NPriorities(NPriorities)) u_lists (
    .clk_i(clk), .rst_ni,
    .init_i(init), .init_node_i(init_index[NodeWidth-1:0]),
    .capture_i(stage.read), .node_i(node), .next_o(next_node), .several_o(several),
    .last_o(last),
    .commit_i(stage.decide), .task_i(moved), .entering_i(moved),
    .unlink_i(action.unlink),
    .unlink_ready_i(action.move | subject_state.control.place == PlaceReady),
    // known early, where the operation was in Head; the work that moves pended tasks, of which one
    // may be ready already, enters later
    .unlink_priority_i(priority_t'(operation.second | operation.source == SourceTime
                                   ? subject_state.level : owner_state.level)),
    .link_i(action.link),
    .link_priority_i(priority_t'(owner_change.write_level ? owner_change.level
                                                      : subject_state.level)),
    .previous_o(previous_node),
    .dispatch_i(switches), .selection_valid_o(selection_valid), .selection_o(selection),
    .coming_o(coming), .any_ready_o(any_ready),
    .busy_o(lists_busy)
  );

  isochron_dispatch u_dispatch (
    .scheduler_i(scheduler), .selection_valid_i(selection_valid),
    .operation_i(operation), .stage_i(stage), .tick_i(due),
    .ready_o(dispatch_ready), .goes_on_o(tick_goes_on), .finishes_o(tick_finishes), .more_due_o
  );

  // ---------------------------------------------------------------------------------------------
  // Decision
  // ---------------------------------------------------------------------------------------------
  isochron_decide #(
    .NPriorities(NPriorities), .TimerWidth(TimerWidth), .CountWidth(CountWidth),
    .HeldWidth(HeldWidth), .EventGroups(EventGroups)
  ) u_decide (
    .operation_i(operation), .subject_i(subject_state), .subject_runs_i(subject == current),
    .operands_i(operands), .owner_i(owner_state), .owner_pointer_i(status.pointers.current),
    .current_id_i(7'(current)), .current_i(current_state), .several_i(several),
    .object_i(record), .found_i(found), .waiters_i(waiters),
    .message_i(message), .group_i(group), .walk_i(walk), .scheduler_i(scheduler),
    .work_left_i(work_left), .collects_i(collects), .in_tick_i(in_tick),
    .awaits_tick_i(awaits_tick),
    .action_o(action), .write_object_o(write_object), .write_group_o(write_group),
    .object_o(record_d), .owner_o(owner_change)
  );

  isochron_scheduler #(.NTasks(NTasks)) u_scheduler (
    .clk_i(clk), .rst_ni,
    .configuration_i(configuration),
    .commit_i(stage.decide), .schedule_i(action.schedule), .source_i(operation.source), .task_i(subject),
    .more_due_i(due.more_due),
    .dispatch_i(dispatch), .selection_i(selection), .again_i(again),
    .current_ready_i(current_state.ready), .any_ready_i(any_ready),
    .may_choose_i(dispatch_ready & ~(stage != '0 | command.valid | word.load
                                     | word.store | walk.active | scheduler.held)),
    .nobody_o(status.nobody), .choosing_o(status.choosing), .choose_o(choose),
    .current_o(current), .scheduler_o(scheduler), .shown_o(shown), .patient_o(patient), .switched_o(switch_o)
  );

  assign switches         = dispatch | choose;
  // What software calls before the start is no task's: its results are where task 0 has its own later.
  assign caller           = scheduler.started ? current : '0;
  assign next_caller      = scheduler.started ? running : '0;
  assign switch_request_o = shown | hook_call | (configuration.monitor_hook
                            & status.monitor.misses.valid);
  assign done_again       = action.again | (action.schedule.yield & scheduler.started
                                            & ~scheduler.suspended);
  assign becomes_again_o  = command_done & done_again;
  assign current_id_o     = caller;
  assign next_valid_o     = selection_valid;
  assign next_id_o        = selection;

  // ---------------------------------------------------------------------------------------------
  // Monitor and trace
  // ---------------------------------------------------------------------------------------------
  change_t change;

  assign change = '{
    valid:     stage.decide & action.write_control,
    created:   action.clear_notifications,
    was_ready: is_ready(subject_state.control.alive, subject_state.control.place,
                        subject_state.control.chain),
    ready:     is_ready(action.control.alive, action.control.place, action.control.chain)
  };

  if (Monitor) begin : gen_monitor
    isochron_monitor #(.NTasks(NTasks)) u_monitor (
      .clk_i, .rst_ni,
      .init_i(init), .init_task_i(init_index[TaskWidth-1:0]),
      .init_word_i(init_index[TaskWidth]),
      .started_i(scheduler.started), .current_i(current),
      .change_i(change), .task_i(subject),
      .interrupt_i(switch_request_o), .served_i((dispatch & shown) | touched.hook),
      .request_i(monitor_request), .wdata_i, .shown_o(status.monitor)
    );
  end else begin : gen_no_monitor
    logic unused_monitor;

    assign unused_monitor = ^monitor_request;
    assign status.monitor = '0;
  end

  isochron_traced #(.NTasks(NTasks), .NLines(NLines)) u_traced (
    .clk_i, .rst_ni,
    .change_i(change), .task_i(subject), .source_i(operation.source), .line_i(event_served_line),
    .start_i(stage.decide & action.schedule.start), .switch_i(switch_o), .current_i(current),
    .trace_o
  );

  // ---------------------------------------------------------------------------------------------
  // Results of interrupt service routines, errors
  // ---------------------------------------------------------------------------------------------
  isochron_outcome u_outcome (
    .clk_i(clk), .rst_ni,
    .commit_i(stage.decide), .operation_i(operation), .action_i(action),
    .object_i(8'(object_id)),
    .misuse_i(misuse), .access_i(access),
    .clear_i(touched.error), .isr_o(status.isr), .error_o(status.error)
  );

  // ---------------------------------------------------------------------------------------------
  // The bus
  // ---------------------------------------------------------------------------------------------
  `ISOCHRON_RULE_NEXT(RequestIsHeld, req_i & ~gnt_o,
    req_i & $stable({we_i, addr_i}) & (~we_i | $stable(wdata_i)),
    {"a request was dropped or changed before its grant. Hold req_i, we_i, addr_i and wdata_i ",
     "until gnt_o; let no watchdog end a transfer before 2,000 cycles; reset the bus's master only ",
     "together with the hardware kernel"})
  `ISOCHRON_ASSERT(OnlyARequestIsGranted, req_i | ~gnt_o)

endmodule
