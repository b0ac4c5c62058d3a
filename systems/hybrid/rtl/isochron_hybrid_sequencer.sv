// SPDX-License-Identifier: Apache-2.0
//
// One operation at a time: messages, and between them what time wants done. In cycles:
//
//   any message       Settle, Fetch, Unlink, Link
//   READ              Settle, Choose (1, or log2(NTasks) if the tree is pipelined), Rotate
//   a tick            Tick, Expire; then those due at it are looked for, NTasks cycles
//   each task due     Take, Enter: amid these cycles, one task behind the other
//   a line that rose  Look, Enter: before all of these but a message
//   the tick's end    Show
//
// So a tick takes as many cycles for many who are due as for one or none, and the switch that they want
// is requested when all are ready. Only time-outs that are reported wait for software one by one, and
// behind the first of them the others, for their order: these are queued until the search has ended.
//
// FreeRTOS's tasks never read a tick before those that it releases have run, if these are above them.
// So the visible tick is the one before until all who are due are ready, or one is reported, and until
// a switch or report that is requested is taken: software asks for STATUS, as the interrupt's handler
// does first, or sends READ. A reading costs nothing for it: it gives the old tick, as if the new one
// came a moment later. Delays count from the visible tick, so one of a tick that is set meanwhile ends
// at this tick: those due are looked for once more. In a suspension of the scheduler nobody becomes
// ready for a tick that is not visible, and none becomes visible.
//
// A READ between two who are due may choose one of them, who must not see the old tick: it shows the
// new one. Only then REPORT of TICK waits, for the rest of them. If tasks are not preempted nothing
// would make good such a choice: all who are due are queued, which leaves software the time of a search
// from the answer to STATUS to READ.
//
// A task whose interrupt line has risen becomes ready as by an interrupt service routine: whatever tick
// passes, but not in a suspension. If it is above the running task, a switch is requested at once.
//
// A message takes the same cycles whatever time wants: in Settle, who was taken enters. After each
// message no other enters for `Recovery` cycles, so that a program of nothing but messages leaves room for
// a tick or a task that is due; it does not depend on whether there is one.
module isochron_hybrid_sequencer
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned Latency = 1  // Cycles that the tree takes
) (
  input  logic      clk_i,            // Clock
  input  logic      rst_ni,           // Asynchronous reset, active low

  // Message
  input  logic      valid_i,          // There is a message, and it may enter
  input  logic      timers_i,         // It is for the timers
  input  logic      is_read_i,        // It is READ
  input  logic      reports_i,        // It is for the timers, and the expiry is reported
  input  logic      soon_i,           // It is for the timers, and the expiry is at the next tick
  input  logic      is_status_i,      // It is REPORT of STATUS
  input  logic      is_tick_i,        // It is REPORT of TICK
  input  logic      line_waits_i,     // It is LINE, and the task waits; valid in `act_o`
  input  logic      line_ends_i,      // The task waits for some ticks then, not for ever
  input  command_e  command_i,        // The command in its header
  input  state_t    state_i,          // The state in its header
  input  priority_t level_i,          // The priority in its header
  input  id_t       id_i,             // The task that it names
  input  error_e    error_i,          // Why it is refused; valid in `act_o`
  output logic      done_o,           // Pulse: the message was served
  output logic      act_o,            // Pulse: it takes effect or is refused, in the Unlink stage
  output logic      finish_o,         // Pulse: the Link stage of one that was not refused
  output logic      rotate_o,         // Pulse: the Rotate stage

  // The task concerned
  output id_t       node_o,           // The task that is looked at
  output logic      fetch_o,          // Pulse: its fields are kept
  input  task_t     fetched_i,        // Its fields, in the same cycle
  input  logic      several_i,        // More than one task is in the list of the running task's
                                      // priority
  output id_t       id_o,             // The task concerned, from the Unlink stage on
  output task_t     task_o,           // Its fields
  output logic      several_o,        // What `several_i` was then
  output logic      write_o,          // Pulse: its fields are written
  output fields_t   fields_o,         // Its fields after that

  // Its lists
  output priority_t level_o,          // The ready list that is looked at or changed
  output logic      unlink_o,         // Pulse: the task leaves its ready list
  output logic      enter_o,          // Pulse: the task enters that list
  output logic      set_timer_o,      // Pulse: the task's timer is set
  output logic      append_o,         // Pulse: the task enters the list of delayed tasks
  output logic      wake_o,           // Pulse: a message, or its line, takes the task out of the list
                                      // of delayed tasks
  output logic      line_wait_o,      // Pulse: the task waits for its line
  output logic      line_leave_o,     // Pulse: it waits for no line

  // The tree
  input  logic      best_valid_i,     // There is a task to choose
  input  id_t       best_id_i,        // That task
  input  priority_t best_level_i,     // Its priority
  output logic      turn_o,           // Pulse: it runs, and its list's cursor moves to it

  // Interrupt lines
  input  logic      line_event_i,     // One has risen that a task waited for
  input  id_t       line_waiter_i,    // That task
  input  logic      line_due_i,       // It waits for that line still; valid in `line_look_o`
  output logic      line_look_o,      // Pulse: the task is looked at
  output logic      line_o,           // Pulse: the line makes a task ready that enters `level_o`

  // Time
  input  logic      pended_i,         // A tick has come, and may pass
  input  logic      suspended_i,      // The scheduler is suspended
  input  logic      preemption_i,     // Tasks are preempted; else nobody becomes ready in a search
  input  logic      requested_i,      // The interrupt is raised for a switch or a report
  input  priority_t current_level_i,  // The running task's priority
  input  logic      searching_i,      // The tasks are being looked for that are due
  output logic      search_o,         // They may be looked for
  input  logic      waiting_i,        // Some of them are queued
  input  id_t       next_i,           // The next one to look at, of those delayed or those queued
  input  logic      there_i,          // There is one
  output logic      take_o,           // Pulse: it leaves the list of delayed tasks
  output logic      pop_o,            // Pulse: it leaves the queue
  output logic      more_o,           // Perhaps some are not ready yet
  output logic      begin_o,          // Pulse: the tick begins to pass
  output logic      passing_o,        // The tick passes, and is not visible yet
  output logic      look_for_o,       // Pulse: the tasks are to be looked for that are due at it
  output logic      tick_o,           // Pulse: the tick may request a switch
  output logic      show_o,           // Pulse: the tick is visible from now on
  output logic      expiry_o,         // Pulse: the delay of a task is over that enters `level_o`
  output logic      reported_o,       // A task's expiry waits for RELEASE
  output id_t       reported_id_o,    // That task
  output logic      working_o         // Ticks or tasks are being worked off
);

  localparam int unsigned Recovery = 4;
  localparam int unsigned AgeWidth = $clog2(Latency + 1);

  typedef enum logic [2:0] {
    StRest, StExpire, StFetch, StUnlink, StLink, StChoose
  } stage_e;

  stage_e              stage_d, stage_q;
  logic                busy_d, busy_q;          // a message was accepted
  logic                settle_q;                // a message was accepted in the last cycle
  logic                refused_d, refused_q;
  logic [AgeWidth-1:0] age_d, age_q;            // cycles for which the tree was asked
  logic [2:0]          recovery_d, recovery_q;  // before another message may enter
  logic                reported_d, reported_q;
  logic                passing_q;               // a tick passes that is not visible yet
  logic                first_q;                 // those due at it are looked for the first time
  logic                entered_q;               // one of them is ready
  logic                again_q;                 // one more is due at it
  logic                taken_q;                 // what it requested was taken
  logic                open, show;
  id_t                 reported_id_q, id_q;
  task_t               task_q;
  logic                several_q, accept, chosen, links, report;
  logic                held;                    // nobody becomes ready: the tick may not be visible yet
  logic                drain_q;                 // the task enters because its delay is over
  logic                looked_q;                // one was looked at in the last cycle
  logic                line_q;                  // the task enters because its line has risen
  logic                waits, waits_q;          // the task of LINE waits

  // What is left of those due at a tick.
  assign open   = (searching_i | waiting_i | again_q) & ~reported_q;
  assign accept = valid_i & ~busy_q & recovery_q == '0 & ~(is_tick_i & open & ~passing_q);
  assign chosen = age_q == AgeWidth'(Latency);
  assign links  = timers_i | command_i inside {CommandWrite, CommandRelease}
                | (command_i == CommandPriority & task_q.fields.state.ready)
                | (command_i == CommandLine & waits);
  assign waits  = act_o ? line_waits_i : waits_q;

  assign fetch_o   = stage_q == StFetch;
  assign act_o     = stage_q == StUnlink;
  assign finish_o  = stage_q == StLink & ~refused_q;
  assign enter_o   = drain_q | line_q | (finish_o & links & fields_o.state.ready);
  assign rotate_o  = stage_q == StChoose & chosen;
  assign turn_o    = rotate_o & best_valid_i & ~suspended_i;
  assign look_for_o = stage_q == StExpire;
  assign tick_o    = (look_for_o & first_q) | show;
  assign show_o    = show | (turn_o & passing_q & entered_q);
  assign passing_o = passing_q;
  assign done_o    = stage_q == StLink | rotate_o;
  assign working_o = pended_i | (line_event_i & ~suspended_i) | (open & ~(passing_q & suspended_i))
                   | (passing_q & ~suspended_i & ~requested_i);

  // Who waits for a line that has risen.
  assign line_look_o = line_event_i & ~suspended_i & ~busy_q & ~look_for_o & ~line_q;
  assign line_o      = line_q;

  // Those due: they are looked for, or taken from the queue.
  assign held      = passing_q & suspended_i;
  assign search_o  = searching_i & ~busy_q & ~again_q & ~look_for_o & ~line_look_o & ~line_q;
  assign pop_o     = ~searching_i & waiting_i & ~busy_q & ~look_for_o & ~reported_q & ~held
                   & ~line_look_o & ~line_q;
  assign report    = pop_o & fetched_i.expired & fetched_i.fields.reports;
  assign take_o    = (pop_o | (search_o & ~waiting_i & ~held & preemption_i)) & there_i
                   & fetched_i.expired & ~fetched_i.fields.reports;
  assign more_o    = searching_i | waiting_i | again_q | looked_q;

  always_comb begin
    node_o = line_look_o ? line_waiter_i : next_i;
    if (busy_q)              node_o = id_i;
    if (stage_q == StChoose) node_o = best_id_i;
  end

  // -- Stages -----------------------------------------------------------------------------------
  always_comb begin
    stage_d    = StRest;
    busy_d     = (busy_q | accept) & ~done_o;
    refused_d  = refused_q;
    recovery_d = recovery_q - 3'(recovery_q != '0);
    age_d      = '0;
    begin_o    = 1'b0;
    show       = 1'b0;
    unique case (stage_q)
      StRest: begin
        if (!accept && !busy_q && !line_look_o && !line_q) begin
          if (again_q && !reported_q && (searching_i || !waiting_i)) begin
            stage_d = StExpire;
          end else if (searching_i || (waiting_i && !reported_q)) begin
            stage_d = StRest;
          end else if (passing_q) begin
            show = ~looked_q & ~suspended_i & (~requested_i | taken_q);
          end else if (pended_i && !reported_q) begin
            begin_o = 1'b1;
            stage_d = StExpire;
          end
        end
      end
      StExpire: ;
      StFetch:  stage_d = StUnlink;
      StUnlink: begin
        stage_d   = StLink;
        refused_d = error_i != ErrorNone;
      end
      StLink: ;
      StChoose: begin
        if (!chosen) begin
          age_d   = age_q + 1'b1;
          stage_d = StChoose;
        end
      end
      default: ;
    endcase
    if (settle_q) stage_d = is_read_i ? StChoose : StFetch;
    if (done_o) recovery_d = 3'(Recovery);
  end

  // What is reported has left the list, or got a new delay.
  assign reported_d = report
                    | (reported_q & ~((wake_o | set_timer_o) & id_q == reported_id_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q    <= StRest;
      busy_q     <= 1'b0;
      settle_q   <= 1'b0;
      refused_q  <= 1'b0;
      age_q      <= '0;
      recovery_q <= '0;
      reported_q <= 1'b0;
      drain_q    <= 1'b0;
      line_q     <= 1'b0;
      looked_q   <= 1'b0;
      passing_q  <= 1'b0;
      first_q    <= 1'b0;
      entered_q  <= 1'b0;
      again_q    <= 1'b0;
      taken_q    <= 1'b0;
    end else begin
      stage_q    <= stage_d;
      busy_q     <= busy_d;
      settle_q   <= accept;
      refused_q  <= refused_d;
      age_q      <= age_d;
      recovery_q <= recovery_d;
      reported_q <= reported_d;
      drain_q    <= take_o;
      line_q     <= line_look_o & line_due_i;
      looked_q   <= search_o | pop_o;
      passing_q  <= (passing_q | begin_o) & ~show_o;
      first_q    <= begin_o;
      entered_q  <= (entered_q | expiry_o) & ~begin_o;
      again_q    <= (again_q & ~look_for_o) | (set_timer_o & soon_i & passing_q);
      taken_q    <= (taken_q | (finish_o & is_status_i & requested_i)) & ~begin_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (report) reported_id_q <= node_o;
    if (act_o) waits_q <= line_waits_i;
    if (fetch_o || take_o || line_look_o) begin
      id_q   <= node_o;
      task_q <= fetched_i;
    end
    if (fetch_o) several_q <= several_i;
  end

  // -- What becomes of the task -----------------------------------------------------------------
  logic leaves;    // it leaves the list that it is in
  logic releases;  // its message is RELEASE

  assign releases    = ~timers_i & command_i == CommandRelease;
  assign leaves      = act_o & error_i == ErrorNone & links;
  assign unlink_o    = leaves & task_q.fields.state.ready;
  assign wake_o      = (line_q | (leaves & ~timers_i)) & task_q.fields.delayed;
  assign line_wait_o = finish_o & ~timers_i & command_i == CommandLine & waits_q;
  assign set_timer_o = (finish_o & timers_i) | (line_wait_o & line_ends_i);
  assign append_o    = set_timer_o & ~task_q.fields.delayed;
  assign write_o     = (finish_o & (links | command_i == CommandPriority)) | drain_q | line_q;
  assign line_leave_o = (finish_o & links & (timers_i | command_i != CommandPriority)) | drain_q
                      | line_q;
  assign expiry_o    = drain_q | (finish_o & releases);

  always_comb begin
    fields_o = task_q.fields;
    if (drain_q || line_q || releases) begin
      fields_o.state   = '{ready: 1'b1, default: 1'b0};
      fields_o.delayed = 1'b0;
    end else if (timers_i) begin
      fields_o.state   = '{blocked: 1'b1, default: 1'b0};
      fields_o.delayed = 1'b1;
      fields_o.reports = reports_i;
    end else if (command_i == CommandLine) begin
      fields_o.state   = '{blocked: 1'b1, default: 1'b0};
      fields_o.delayed = line_ends_i;
      fields_o.reports = 1'b0;
    end else begin
      fields_o.level = level_i;
      if (command_i == CommandWrite) begin
        fields_o.state   = state_i;
        fields_o.delayed = 1'b0;
      end
    end
  end

  always_comb begin
    unique case (stage_q)
      StUnlink: level_o = task_q.fields.level;
      StLink:   level_o = fields_o.level;
      StChoose: level_o = best_level_i;
      default:  level_o = drain_q | line_q ? fields_o.level : current_level_i;
    endcase
  end

  assign id_o          = id_q;
  assign task_o        = task_q;
  assign several_o     = several_q;
  assign reported_o    = reported_q;
  assign reported_id_o = reported_id_q;

endmodule
