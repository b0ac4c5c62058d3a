// SPDX-License-Identifier: Apache-2.0
//
// The hybrid: choice of the next task and delays in hardware, the rest of FreeRTOS in software, on a
// point-to-point link. docs/hybrid.md says what each message is for.
//
// The streams have the names of the AXI4-Stream specification, which tools and libraries look for.
module isochron_hybrid
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,   // Tasks, idle included: a power of two, 4 to 64
  parameter int unsigned NPriorities = 32,   // Priorities, 2 to 64
  parameter bit          Pipelined   = 1'b0  // Tree with a register after each level: higher clock,
                                             // log2(NTasks) cycles for the choice instead of one
) (
  input  logic        clk_i,          // Clock
  input  logic        rst_ni,         // Asynchronous reset, active low

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
  output logic [5:0]  current_id_o,   // Running task
  output logic        switch_o        // Pulse: another one starts to run
);

  localparam int unsigned TaskWidth     = $clog2(NTasks);
  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned KeyWidth      = 1 + PriorityWidth + TaskWidth;

  // ---------------------------------------------------------------------------------------------
  // Messages
  // ---------------------------------------------------------------------------------------------
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

  isochron_hybrid_messages u_messages (
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
  assign idle_o  = ~message_valid & ~m_axis_tvalid & ~s_axis_tvalid;

  // ---------------------------------------------------------------------------------------------
  // Operations
  // ---------------------------------------------------------------------------------------------
  logic         is_read, act, finish, rotate, drain, any_expired, several, several_then, occupied;
  logic         best_valid, best_passed, advance, tick_visible, expiry, reported, working;
  logic         set_timer, ticks_pended, started, suspended, requested, yield_pending;
  id_t          fetch_id, best_id, reported_id, current;
  priority_t    best_level, current_level;
  task_t        fetched, task_then;
  bank_change_t change;

  assign is_read = ~message.timers & ~message.bad_length & command == CommandRead;

  isochron_hybrid_sequencer #(.Latency(Pipelined ? TaskWidth : 1)) u_sequencer (
    .clk_i, .rst_ni,
    .valid_i(message_valid), .room_i(room), .timers_i(message.timers), .is_read_i(is_read),
    .reports_i(header[RegLinkTimersEventLsb]), .command_i(command), .state_i(state),
    .level_i(level), .id_i(id), .error_i(error),
    .done_o(message_done), .act_o(act), .finish_o(finish), .rotate_o(rotate),
    .fetch_id_o(fetch_id), .fetched_i(fetched), .several_i(several),
    .task_o(task_then), .several_o(several_then), .change_o(change), .set_timer_o(set_timer),
    .drain_o(drain), .any_expired_i(any_expired), .best_valid_i(best_valid), .best_id_i(best_id),
    .best_level_i(best_level), .best_passed_i(best_passed),
    .pended_i(ticks_pended & started & ~suspended), .suspended_i(suspended),
    .current_level_i(current_level),
    .advance_o(advance), .tick_o(tick_visible), .expiry_o(expiry),
    .reported_o(reported), .reported_id_o(reported_id), .working_o(working)
  );

  isochron_hybrid_refusals #(.NTasks(NTasks), .NPriorities(NPriorities)) u_refusals (
    .timers_i(message.timers), .has_data_i(message.has_data), .bad_length_i(message.bad_length),
    .reserved_i(header[RegLinkTimersReservedLsb]),
    .command_i(command), .adjust_i(adjust), .state_i(state), .level_i(level), .id_i(id),
    .finished_i(fetched.state.finished), .ready_i(fetched.state.ready),
    .reported_i(reported & reported_id == id),
    .started_i(started), .suspended_i(suspended), .error_o(refusal)
  );

  // Of the Fetch stage, for Unlink.
  always_ff @(posedge clk_i) error <= refusal;

  // ---------------------------------------------------------------------------------------------
  // Tasks
  // ---------------------------------------------------------------------------------------------
  logic [NTasks-1:0][KeyWidth-1:0] keys;
  logic [KeyWidth-1:0]             best_key;
  logic [TaskWidth-1:0]            best, pointer_id;
  logic [NTasks-1:0]               passed, due;
  logic [31:0]                     pointer;
  logic                            unused_place;

  isochron_hybrid_bank #(.NTasks(NTasks), .NPriorities(NPriorities)) u_bank (
    .clk_i, .rst_ni, .change_i(change), .due_i(due),
    .read_id_i(fetch_id[TaskWidth-1:0]), .read_o(fetched), .several_o(several),
    .occupied_o(occupied), .any_expired_o(any_expired),
    .drain_i(drain), .keys_o(keys), .passed_o(passed)
  );

  isochron_hybrid_tree #(
    .NTasks(NTasks), .KeyWidth(KeyWidth), .Pipelined(Pipelined)
  ) u_tree (
    .clk_i, .keys_i(keys), .passed_i(passed),
    .valid_o(best_valid), .key_o(best_key), .passed_o(best_passed), .id_o(best)
  );

  assign best_id      = id_t'(best);
  assign best_level   = priority_t'(best_key[TaskWidth +: PriorityWidth]);
  assign unused_place = ^best_key[TaskWidth-1:0] ^ best_key[KeyWidth-1];

  // While the scheduler is suspended READ finds the running task.
  assign pointer_id = suspended ? current[TaskWidth-1:0] : best;

  isochron_ram_distributed #(.Width(32), .Depth(NTasks)) u_pointers (
    .clk_i,
    .write_i(finish & ~message.timers & command == CommandWrite & message.has_data),
    .waddr_i(id[TaskWidth-1:0]), .wdata_i(message.data),
    .raddr_i(pointer_id), .rdata_o(pointer)
  );

  // ---------------------------------------------------------------------------------------------
  // Scheduler and time
  // ---------------------------------------------------------------------------------------------
  logic        run, to_scheduler, hook_q, hook_call, tick, unused_arrives, unused_owed;
  logic [3:0]  hook_owed;
  logic [32:0] now;
  logic [31:0] overflows, unused_period;

  assign to_scheduler = finish & ~message.timers;
  assign run          = rotate & best_valid & ~suspended;

  isochron_hybrid_scheduler u_scheduler (
    .clk_i, .rst_ni,
    .start_i(to_scheduler & command == CommandStart),
    .run_i(run),
    .keep_i(rotate & suspended),
    .suspend_i(to_scheduler & command == CommandSuspend),
    .resume_i(to_scheduler & command == CommandResume),
    .yield_i(to_scheduler & command == CommandYield),
    .configure_i(to_scheduler & command == CommandConfigure),
    .preemption_i(header[RegLinkSchedulerPreemptionLsb]),
    .time_slicing_i(header[RegLinkSchedulerTimeSlicingLsb]),
    .tick_i(tick_visible), .several_i(several), .expiry_i(expiry), .occupied_i(occupied),
    .task_i(rotate ? best_id : id), .level_i(rotate ? best_level : task_then.level),
    .change_i(change.operation inside {BankLinkReady, BankState, BankLevel}),
    .changed_i(change.id), .changed_level_i(change.level),
    .current_o(current), .current_level_o(current_level), .started_o(started),
    .suspended_o(suspended), .requested_o(requested), .yield_pending_o(yield_pending)
  );

  isochron_time #(.TimerWidth(32)) u_time (
    .clk_i, .clk_gated_i(clk_i), .rst_ni,
    .started_i(started),
    .write_period_i(to_scheduler & command == CommandPeriod),
    .write_now_i(to_scheduler & command == CommandAdjust & adjust == AdjustSet),
    .wdata_i(message.data), .period_o(unused_period), .overflows_o(overflows),
    .step_i(to_scheduler & command == CommandAdjust & adjust == AdjustStep),
    .stepped_i(now + 33'(message.data)),
    .add_i(to_scheduler & command == CommandAdjust & adjust == AdjustPend),
    .amount_i(message.data),
    .advance_i(advance), .tick_o(tick), .arrives_o(unused_arrives), .pended_o(ticks_pended),
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
    if (!rst_ni) hook_q <= 1'b0;
    else if (to_scheduler && command == CommandConfigure) hook_q <= header[RegLinkSchedulerTickHookLsb];
  end

  // A delay counts from the visible tick, which no tick changes while a message is served.
  logic [TicksWidth-1:0] ticks, deadline_q;

  assign ticks = header[RegLinkTimersTicksLsb +: TicksWidth];

  always_ff @(posedge clk_i) begin
    deadline_q <= now[TicksWidth-1:0] + (ticks == '0 ? TicksWidth'(1) : ticks);
  end

  isochron_hybrid_timers #(.NTasks(NTasks)) u_timers (
    .clk_i, .write_i(set_timer), .id_i(id), .deadline_i(deadline_q), .now_i(now[TicksWidth-1:0]),
    .due_o(due)
  );

  // ---------------------------------------------------------------------------------------------
  // Replies and interrupt
  // ---------------------------------------------------------------------------------------------
  logic        reply_valid, reply_last, reply_ready;
  logic [1:0]  replies;
  logic [31:0] reply;

  isochron_hybrid_replies #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Pipelined(Pipelined)
  ) u_replies (
    .clk_i, .rst_ni,
    .act_i(act), .error_i(error), .timers_i(message.timers), .command_i(command), .report_i(report),
    .id_i(id), .task_i(task_then), .finish_i(finish), .rotate_i(rotate),
    .pointer_i(run | suspended ? pointer : '0),
    .current_i(current), .several_i(several_then), .started_i(started), .suspended_i(suspended),
    .working_i(working), .yield_pending_i(yield_pending), .requested_i(requested),
    .ticks_pended_i(ticks_pended),
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
  assign unused = unused_place ^ unused_arrives ^ unused_owed ^ ^unused_period ^ reply_ready
                ^ ^fetch_id;

  assign interrupt_o  = (started & ~suspended & (requested | reported)) | hook_call;
  assign current_id_o = current;
  assign switch_o     = run & best_id != current;

endmodule
