// SPDX-License-Identifier: Apache-2.0
//
// The hybrid: choice of the next task and delays in hardware, the rest of FreeRTOS in software, on a
// point-to-point link. docs/explanation/hybrid.md says what each message is for.
//
// The streams have the names of the AXI4-Stream specification, which tools and libraries look for.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_hybrid
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,   // Tasks, idle included: a power of two, 2 to 128
  parameter int unsigned NPriorities = 32,   // Priorities, 2 to 64
  parameter bit          Pipelined   = 1'b0, // Tree with a register after each level: higher clock,
                                             // log2(NTasks) cycles for the choice instead of one
  parameter int unsigned NLines      = 0,    // Interrupt lines that tasks can wait for, 0 to 32
  localparam int unsigned LineInputs = NLines > 0 ? NLines : 1
) (
  input  logic        clk_i,          // Clock
  input  logic        rst_ni,         // Asynchronous reset, active low

  input  logic [LineInputs-1:0] lines_i,  // The lines, asynchronous; rising edges of one are at least
                                          // two cycles apart. Without lines it is not used

  // Messages
  input  logic        s_axis_tvalid,  // A word is offered
  output logic        s_axis_tready,  // It is taken
  input  logic [31:0] s_axis_tdata,   // The word
  input  logic        s_axis_tdest,   // 0: for the scheduler, 1: for the timers
  input  logic        s_axis_tlast,   // It ends the message

  // Replies
  output logic        m_axis_tvalid,  // A word is offered
  input  logic        m_axis_tready,  // It is taken
  output logic [31:0] m_axis_tdata,   // The word
  output logic        m_axis_tlast,   // It ends the reply

  output logic        idle_o,         // No word, message or reply is on its way
  output logic        interrupt_o,    // Level: a switch, an expiry or the tick hook, see STATUS

  // Probes
  output logic [6:0]  current_id_o,   // Running task
  output logic        switch_o        // Pulse: another one starts to run
);

  localparam int unsigned TaskWidth     = $clog2(NTasks);
  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned KeyWidth      = 1 + PriorityWidth;
  localparam int unsigned InitWidth     = TaskWidth > PriorityWidth ? TaskWidth : PriorityWidth;

  // -- Messages ---------------------------------------------------------------------------------
  logic        message_valid, message_done, room;
  message_t    message;
  logic [31:0] header;
  command_e    command;
  report_e     report;
  adjust_e     adjust;
  state_t      state;
  priority_t   level;
  id_t         id;
  error_e      refusal, error;
  logic [TicksWidth-1:0] ticks;
  logic [4:0]  line;
  logic        endless;

  isochron_hybrid_messages #(.NLines(NLines)) u_messages (
    .clk_i, .rst_ni,
    .tvalid_i(s_axis_tvalid), .tready_o(s_axis_tready), .tdata_i(s_axis_tdata),
    .tdest_i(s_axis_tdest), .tlast_i(s_axis_tlast),
    .valid_o(message_valid), .message_o(message), .done_i(message_done)
  );

  assign header  = message.header;
  assign command = command_e'(header[RegLinkSchedulerCommandLsb +: $bits(command_e)]);
  assign report  = report_e'({2'b0, header[RegLinkSchedulerReportLsb +: 2]});
  assign adjust  = adjust_e'({2'b0, header[RegLinkSchedulerAdjustLsb +: 2]});
  assign level   = header[RegLinkSchedulerPriorityLsb +: $bits(priority_t)];
  assign state   = '{
    blocked:   header[RegLinkSchedulerBlockedLsb],
    suspended: header[RegLinkSchedulerSuspendedLsb],
    finished:  header[RegLinkSchedulerFinishedLsb],
    ready:     header[RegLinkSchedulerReadyLsb]
  };
  assign id      = message.timers ? header[RegLinkTimersIdLsb +: $bits(id_t)]
                                  : header[RegLinkSchedulerIdLsb +: $bits(id_t)];
  assign line    = message.data[RegRepliesLineLineLsb +: 5];
  assign endless = message.data[RegRepliesLineEndlessLsb];
  assign ticks   = message.timers ? header[RegLinkTimersTicksLsb +: TicksWidth]
                                  : message.data[RegRepliesLineTicksLsb +: TicksWidth];
  assign idle_o  = ~message_valid & ~m_axis_tvalid & ~s_axis_tvalid;

  // -- After reset no task exists, and the lists are empty: one of each a cycle -----------------
  logic                 init;
  logic [InitWidth-1:0] init_index;

  isochron_initialisation #(.Width(InitWidth)) u_initialisation (
    .clk_i, .rst_ni, .active_o(init), .index_o(init_index)
  );

  // -- Operations -------------------------------------------------------------------------------
  logic      is_read, is_report, act, finish, rotate, turn, fetch, several, several_then, expired;
  logic      write, unlink, enter, occupied, set_timer, append, wake, best_valid;
  logic      searching, search, waiting, there, take, pop, more, expiry, reported, working;
  logic      tick_begins, passing, look_for, tick_requests, tick_shown, stands;
  logic      ticks_pended, started, suspended, preemption, requested, yield_pending;
  id_t       node, task_id, best_id, reported_id, current;
  priority_t list_level, best_level, current_level;
  logic      line_event, line_due, line_look, line_wakes, line_wait, line_leave, no_line, risen;
  logic      task_waits, task_waits_q;
  id_t       line_waiter;
  fields_t   fields, fields_then;
  task_t     fetched, task_then;
  logic [TaskWidth-1:0]     best, next, pointer_id;

  assign is_read   = ~message.timers & ~message.bad_length & command == CommandRead;
  assign is_report = ~message.timers & ~message.bad_length & command == CommandReport;

  isochron_hybrid_sequencer #(.Latency(Pipelined ? TaskWidth : 1)) u_sequencer (
    .clk_i, .rst_ni,
    .valid_i(message_valid & room & ~init), .timers_i(message.timers), .is_read_i(is_read),
    .reports_i(header[RegLinkTimersEventLsb]), .soon_i(ticks <= TicksWidth'(1)),
    .is_status_i(is_report & report == ReportStatus), .is_tick_i(is_report & report == ReportTick),
    .line_waits_i(~message.timers & command == CommandLine & ~risen & (endless | ticks != '0)),
    .line_ends_i(~endless),
    .command_i(command), .state_i(state),
    .level_i(level), .id_i(id), .error_i(error),
    .done_o(message_done), .act_o(act), .finish_o(finish), .rotate_o(rotate),
    .node_o(node), .fetch_o(fetch), .fetched_i(fetched), .several_i(several),
    .id_o(task_id), .task_o(task_then), .several_o(several_then),
    .write_o(write), .fields_o(fields_then),
    .level_o(list_level), .unlink_o(unlink), .enter_o(enter),
    .set_timer_o(set_timer), .append_o(append), .wake_o(wake),
    .line_wait_o(line_wait), .line_leave_o(line_leave),
    .best_valid_i(best_valid), .best_id_i(best_id), .best_level_i(best_level), .turn_o(turn),
    .line_event_i(line_event), .line_waiter_i(line_waiter), .line_due_i(line_due),
    .line_look_o(line_look), .line_o(line_wakes),
    .pended_i(ticks_pended & started & ~suspended), .suspended_i(suspended),
    .preemption_i(preemption), .requested_i(stands), .current_level_i(current_level),
    .searching_i(searching), .search_o(search), .waiting_i(waiting),
    .next_i(id_t'(next)), .there_i(there), .take_o(take), .pop_o(pop), .more_o(more),
    .begin_o(tick_begins), .passing_o(passing), .look_for_o(look_for),
    .tick_o(tick_requests), .show_o(tick_shown), .expiry_o(expiry),
    .reported_o(reported), .reported_id_o(reported_id), .working_o(working)
  );

  isochron_hybrid_refusals #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NLines(NLines)
  ) u_refusals (
    .timers_i(message.timers), .has_data_i(message.has_data), .bad_length_i(message.bad_length),
    .command_i(command), .adjust_i(adjust), .state_i(state), .level_i(level), .id_i(id),
    .no_line_i(no_line), .finished_i(fields.state.finished), .ready_i(fields.state.ready),
    .reported_i(reported & reported_id == id),
    .started_i(started), .suspended_i(suspended), .error_o(refusal)
  );

  // Of the Fetch stage, for Unlink.
  always_ff @(posedge clk_i) error <= refusal;

  // -- Tasks ------------------------------------------------------------------------------------
  localparam fields_t NoTask = '{state: '{finished: 1'b1, default: 1'b0}, default: '0};

  logic [NTasks-1:0][KeyWidth-1:0] keys;
  logic [KeyWidth-1:0]             best_key;
  logic [31:0]                     pointer;

  isochron_ram_distributed #(.Width($bits(fields_t)), .Depth(NTasks)) u_fields (
    .clk_i,
    .write_i(write | init),
    .waddr_i(init ? init_index[TaskWidth-1:0] : task_id[TaskWidth-1:0]),
    .wdata_i(init ? NoTask : fields_then),
    .raddr_i(node[TaskWidth-1:0]), .rdata_o(fields)
  );

  // While a tick is worked off, those of the last tick are still in the list.
  assign fetched = '{
    fields:  fields,
    expired: expired & fields.delayed & (searching | waiting | reported)
  };

  isochron_hybrid_lists #(.NTasks(NTasks), .NPriorities(NPriorities)) u_lists (
    .clk_i, .rst_ni, .init_i(init),
    .level_i(init ? init_index[PriorityWidth-1:0] : list_level[PriorityWidth-1:0]),
    .occupied_o(occupied), .several_o(several),
    .node_i(node[TaskWidth-1:0]), .capture_i(fetch),
    .task_i(task_id[TaskWidth-1:0]), .unlink_i(unlink), .enter_i(enter),
    .rotate_i(turn), .keys_o(keys)
  );

  isochron_hybrid_tree #(
    .NTasks(NTasks), .KeyWidth(KeyWidth), .Pipelined(Pipelined)
  ) u_tree (
    .clk_i, .keys_i(keys), .valid_o(best_valid), .key_o(best_key), .id_o(best)
  );

  assign best_id    = id_t'(best);
  assign best_level = priority_t'(best_key[PriorityWidth-1:0]);

  // While the scheduler is suspended READ finds the running task.
  assign pointer_id = suspended ? current[TaskWidth-1:0] : best;

  isochron_ram_distributed #(.Width(32), .Depth(NTasks)) u_pointers (
    .clk_i,
    .write_i(finish & ~message.timers & command == CommandWrite & message.has_data),
    .waddr_i(id[TaskWidth-1:0]), .wdata_i(message.data),
    .raddr_i(pointer_id), .rdata_o(pointer)
  );

  // -- Scheduler and time -----------------------------------------------------------------------
  logic        to_scheduler, step, hook_q, hook_call, tick, unused_arrives, unused_owed;
  logic [3:0]  hook_owed;
  logic [32:0] now, passed;
  logic [31:0] overflows, unused_period;

  assign to_scheduler = finish & ~message.timers;
  assign step         = to_scheduler & command == CommandAdjust & adjust == AdjustStep;
  assign stands       = started & ~suspended & (requested | reported);

  // A tick is pended until it begins to pass. Then it is the visible one and one more.
  assign passed       = now + (step ? 33'(message.data) : 33'(passing));

  isochron_hybrid_scheduler u_scheduler (
    .clk_i, .rst_ni,
    .start_i(to_scheduler & command == CommandStart),
    .run_i(turn),
    .keep_i(rotate & suspended),
    .suspend_i(to_scheduler & command == CommandSuspend),
    .resume_i(to_scheduler & command == CommandResume),
    .yield_i(to_scheduler & command == CommandYield),
    .configure_i(to_scheduler & command == CommandConfigure),
    .preemption_i(header[RegLinkSchedulerPreemptionLsb]),
    .time_slicing_i(header[RegLinkSchedulerTimeSlicingLsb]),
    .tick_i(tick_requests), .several_i(several),
    .expiry_i(expiry), .line_i(line_wakes), .more_i(more),
    .expired_level_i(list_level), .occupied_i(occupied),
    .task_i(rotate ? best_id : id), .level_i(rotate ? best_level : task_then.fields.level),
    .change_i(to_scheduler & command inside {CommandWrite, CommandPriority}),
    .changed_i(id), .changed_level_i(level),
    .current_o(current), .current_level_o(current_level), .started_o(started),
    .suspended_o(suspended), .preemption_o(preemption),
    .requested_o(requested), .yield_pending_o(yield_pending)
  );

  isochron_time #(.TimerWidth(32)) u_time (
    .clk_i, .clk_gated_i(clk_i), .rst_ni,
    .started_i(started),
    .write_period_i(to_scheduler & command == CommandPeriod),
    .write_now_i(to_scheduler & command == CommandAdjust & adjust == AdjustSet),
    .wdata_i(message.data), .period_o(unused_period), .overflows_o(overflows),
    .step_i(step | tick_shown),
    .stepped_i(passed),
    .add_i(to_scheduler & command == CommandAdjust & adjust == AdjustPend),
    .amount_i(message.data),
    .advance_i(tick_begins), .tick_o(tick), .arrives_o(unused_arrives), .pended_o(ticks_pended),
    .now_o(now)
  );

  isochron_tick_hook u_tick_hook (
    .clk_i, .rst_ni,
    .enable_i(hook_q), .tick_i(tick), .pended_i(ticks_pended), .suspended_i(suspended),
    .resuming_i(1'b0), .called_i(to_scheduler & command == CommandHook),
    .owed_o(hook_owed), .call_o(hook_call)
  );
  assign unused_owed = |hook_owed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hook_q <= 1'b0;
    end else if (to_scheduler && command == CommandConfigure) begin
      hook_q <= header[RegLinkSchedulerTickHookLsb];
    end
  end

  // A delay counts from the visible tick, which no tick changes while a message is served.
  logic [TicksWidth-1:0] deadline_q;

  always_ff @(posedge clk_i) begin
    deadline_q <= now[TicksWidth-1:0] + (ticks == '0 ? TicksWidth'(1) : ticks);
  end

  isochron_hybrid_timers #(.NTasks(NTasks)) u_timers (
    .clk_i, .rst_ni, .capture_i(fetch | line_look), .node_i(node[TaskWidth-1:0]), .due_o(expired),
    .take_i(take),
    .task_i(task_id[TaskWidth-1:0]), .set_i(set_timer), .deadline_i(deadline_q),
    .append_i(append), .unlink_i(wake),
    .tick_i(look_for), .now_i(passed[TicksWidth-1:0]), .step_i(search),
    .searching_o(searching), .waiting_o(waiting),
    .next_o(next), .there_o(there), .pop_i(pop)
  );

  // -- Interrupt lines --------------------------------------------------------------------------
  if (NLines > 0) begin : gen_lines
    localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1;

    logic [TaskWidth-1:0] waiter;

    isochron_hybrid_lines #(.NLines(NLines), .NTasks(NTasks)) u_lines (
      .clk_i, .rst_ni, .lines_i,
      .line_i(line[LineWidth-1:0]), .risen_o(risen),
      .forget_i(act & ~message.timers & command == CommandLine & error == ErrorNone & risen),
      .wait_i(line_wait), .task_i(task_id[TaskWidth-1:0]), .leave_i(line_leave),
      .node_i(node[TaskWidth-1:0]), .waits_o(task_waits),
      .event_o(line_event), .waiter_o(waiter), .due_o(line_due), .look_i(line_look)
    );
    assign line_waiter = id_t'(waiter);
    assign no_line     = 32'(line) >= NLines;
  end else begin : gen_no_lines
    logic unused_lines;

    assign {risen, task_waits, line_event, line_waiter, line_due} = '0;
    assign no_line      = 1'b1;
    assign unused_lines = ^{lines_i, line_look, line_wait, line_leave, line};
  end

  always_ff @(posedge clk_i) if (fetch) task_waits_q <= task_waits;

  // -- Replies and interrupt --------------------------------------------------------------------
  logic        reply_valid, reply_last, reply_ready;
  logic [1:0]  replies;
  logic [31:0] reply;

  isochron_hybrid_replies #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Pipelined(Pipelined), .NLines(NLines)
  ) u_replies (
    .clk_i, .rst_ni,
    .act_i(act), .error_i(error), .timers_i(message.timers), .command_i(command), .report_i(report),
    .id_i(id), .task_i(task_then), .waits_i(task_waits_q), .risen_i(risen),
    .finish_i(finish), .rotate_i(rotate),
    .pointer_i(turn | suspended ? pointer : '0),
    .current_i(current), .several_i(several_then), .started_i(started), .suspended_i(suspended),
    .working_i(working), .yield_pending_i(yield_pending), .requested_i(requested),
    .ticks_pended_i(ticks_pended | passing), .passing_i(passing),
    .hook_i(hook_call), .reported_i(reported), .reported_id_i(reported_id),
    .now_i(now[31:0]), .overflows_i(overflows),
    .valid_o(reply_valid), .last_o(reply_last), .word_o(reply)
  );

  // A reply has two words at most, and no message that leads to one enters before there is room.
  isochron_hybrid_fifo #(.Width(33), .Depth(2)) u_reply (
    .clk_i, .rst_ni,
    .put_valid_i(reply_valid), .put_ready_o(reply_ready), .put_i({reply_last, reply}),
    .get_valid_o(m_axis_tvalid), .get_ready_i(m_axis_tready),
    .get_o({m_axis_tlast, m_axis_tdata}), .used_o(replies)
  );
  assign room = replies == '0;

  logic unused;
  assign unused = unused_arrives ^ unused_owed ^ ^unused_period ^ reply_ready
                ^ best_key[KeyWidth-1] ^ ^node ^ ^task_id ^ ^list_level;

  assign interrupt_o  = stands | hook_call;
  assign current_id_o = current;
  assign switch_o     = turn & best_id != current;

  `ISOCHRON_ASSERT_NEXT(MessageIsHeld, s_axis_tvalid & ~s_axis_tready,
                        s_axis_tvalid & $stable({s_axis_tdest, s_axis_tlast, s_axis_tdata}))
  `ISOCHRON_ASSERT_NEXT(ReplyIsHeld, m_axis_tvalid & ~m_axis_tready,
                        m_axis_tvalid & $stable({m_axis_tlast, m_axis_tdata}))

endmodule
