// SPDX-License-Identifier: Apache-2.0
//
// One operation at a time: messages, and between them what time wants done. In cycles:
//
//   any message       Settle, Fetch, Unlink, Link
//   READ              Settle, Choose (1, or log2(NTasks) if the tree is pipelined), Rotate
//   a tick            Tick, Expire
//   each task due     one to ask the tree, Choose (as above), Fetch, Unlink, Link
//
// A message takes the same cycles whatever time wants: in Settle, what is half done is completed,
// and what has only begun to choose is begun again later. After each message no other enters for
// `Recovery` cycles, so that a program of nothing but messages leaves room for a tick or a task that
// is due; it does not depend on whether there is one.
module isochron_hybrid_sequencer
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter  int unsigned Latency  = 1,            // of the tree, cycles
  localparam int unsigned Recovery = Latency + 3,
  localparam int unsigned AgeWidth = $clog2(Recovery + 1)
) (
  input  logic         clk_i,           // clock
  input  logic         rst_ni,          // asynchronous reset, active low

  // Message
  input  logic         valid_i,         // there is one
  input  logic         room_i,          // there is room for its reply
  input  logic         timers_i,        // it is for the timers
  input  logic         is_read_i,       // it is READ
  input  logic         reports_i,       // for the timers: the expiry is reported
  input  command_e     command_i,       // its header's fields
  input  state_t       state_i,
  input  priority_t    level_i,
  input  id_t          id_i,            // the task, also of a message for the timers
  input  error_e       error_i,         // why it is refused; valid in `act_o`
  output logic         done_o,          // pulse: the message was served
  output logic         act_o,           // pulse: it takes effect or is refused, in the Unlink stage
  output logic         finish_o,        // pulse: the Link stage of one that was not refused
  output logic         rotate_o,        // pulse: the Rotate stage

  // The task concerned
  output id_t          fetch_id_o,      // whose fields are wanted in the Fetch stage
  input  task_t        fetched_i,       // ... they are here in the same cycle
  input  logic         several_i,       // more than one in the list of the running task's priority
  output task_t        task_o,          // the fields, from the Unlink stage on
  output logic         several_o,       // the same
  output bank_change_t change_o,        // what the bank does
  output logic         set_timer_o,     // the task's timer is set

  // The tree
  output logic         drain_o,         // choose among expired tasks, from a register
  input  logic         any_expired_i,   // there are some
  input  logic         best_valid_i,    // there is a choice
  input  id_t          best_id_i,       // it
  input  priority_t    best_level_i,    // its priority, if it is ready
  input  logic         best_passed_i,   // the cursor has passed it

  // Time
  input  logic         pended_i,        // a tick has come, and may pass
  input  logic         suspended_i,     // the scheduler is suspended
  input  priority_t    current_level_i, // of the running task
  output logic         advance_o,       // pulse: the tick passes
  output logic         tick_o,          // pulse: ... and is visible
  output logic         expiry_o,        // pulse: `change_o` makes ready a task whose delay is over
  output logic         reported_o,      // a task's expiry waits for RELEASE
  output id_t          reported_id_o,   // this one's
  output logic         working_o        // ticks or tasks are being worked off
);

  typedef enum logic [2:0] {StRest, StExpire, StFetch, StUnlink, StLink, StChoose} stage_e;

  stage_e              stage_d, stage_q;
  logic                busy_d, busy_q;          // a message was accepted
  logic                settle_d, settle_q;      // ... in the last cycle
  logic                command_d, command_q;    // the stage is the message's
  logic                refused_d, refused_q;
  logic [AgeWidth-1:0] age_d, age_q;            // cycles for which the tree was asked the same
  logic [AgeWidth-1:0] recovery_d, recovery_q;  // before another message may enter
  logic                reported_d, reported_q;
  id_t                 reported_id_d, reported_id_q, id_d, id_q;
  task_t               task_q;
  logic                several_q, accept, chosen, links, drain_d, drain_q;
  bank_change_t        change;

  assign accept  = valid_i & room_i & ~busy_q & recovery_q == '0;
  assign chosen  = age_q == AgeWidth'(Latency);
  assign links   = timers_i | command_i inside {CommandWrite, CommandRelease}
                 | (command_i == CommandPriority & task_q.state.ready);

  assign drain_d    = stage_q == StRest & ~busy_q & any_expired_i & ~reported_q;
  assign drain_o    = drain_q;
  assign fetch_id_o = busy_q ? id_i : best_id_i;
  assign act_o      = stage_q == StUnlink & command_q;
  assign finish_o   = stage_q == StLink & command_q & ~refused_q;
  assign rotate_o   = stage_q == StChoose & chosen;
  assign tick_o     = stage_q == StExpire;
  assign done_o     = (stage_q == StLink & command_q) | rotate_o;
  assign working_o  = pended_i | (any_expired_i & ~reported_q);

  // ---------------------------------------------------------------------------------------------
  // Stages
  // ---------------------------------------------------------------------------------------------
  always_comb begin
    stage_d       = stage_q;
    id_d          = id_q;
    busy_d        = (busy_q | accept) & ~done_o;
    settle_d      = accept;
    command_d     = command_q & ~done_o;
    refused_d     = refused_q;
    recovery_d    = recovery_q - AgeWidth'(recovery_q != '0);
    reported_d    = reported_q;
    reported_id_d = reported_id_q;
    age_d         = '0;
    advance_o     = 1'b0;
    unique case (stage_q)
      StRest: begin
        if (drain_d && drain_q) age_d = chosen ? age_q : age_q + 1'b1;
        if (!accept && !busy_q) begin
          if (drain_d) begin
            if (drain_q && chosen) stage_d = StFetch;
          end else if (pended_i && !any_expired_i) begin
            advance_o = 1'b1;
            stage_d   = StExpire;
          end
        end
      end
      StExpire: stage_d = StRest;
      StFetch: begin
        id_d    = fetch_id_o;
        stage_d = accept ? StRest : StUnlink;
      end
      StUnlink: begin
        stage_d   = StLink;
        refused_d = command_q & error_i != ErrorNone;
        if (!command_q && task_q.reports) begin
          reported_d    = 1'b1;
          reported_id_d = id_q;
          stage_d       = StRest;
        end
      end
      StLink:   stage_d = StRest;
      StChoose: begin
        if (!chosen) age_d = age_q + 1'b1;
        else         stage_d = StRest;
      end
      default: stage_d = StRest;
    endcase
    if (settle_q) begin
      command_d = 1'b1;
      stage_d   = is_read_i ? StChoose : StFetch;
    end
    if (done_o) recovery_d = AgeWidth'(Recovery);
    // What is reported has left the list, or got a new delay.
    if (id_q == reported_id_q
        && change.operation inside {BankUnlink, BankRearm}) reported_d = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q       <= StRest;
      busy_q        <= 1'b0;
      settle_q      <= 1'b0;
      command_q     <= 1'b0;
      refused_q     <= 1'b0;
      age_q         <= '0;
      drain_q       <= 1'b0;
      recovery_q    <= '0;
      reported_q    <= 1'b0;
      reported_id_q <= '0;
    end else begin
      stage_q       <= stage_d;
      busy_q        <= busy_d;
      settle_q      <= settle_d;
      command_q     <= command_d;
      refused_q     <= refused_d;
      age_q         <= age_d;
      drain_q       <= drain_d;
      recovery_q    <= recovery_d;
      reported_q    <= reported_d;
      reported_id_q <= reported_id_d;
    end
  end

  always_ff @(posedge clk_i) begin
    id_q <= id_d;
    if (stage_q == StFetch) begin
      task_q    <= fetched_i;
      several_q <= several_i;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Changes of the bank
  // ---------------------------------------------------------------------------------------------
  always_comb begin
    change           = '0;
    change.operation = BankNone;
    change.id        = id_q;
    change.level     = current_level_i;
    change.delayed   = task_q.delayed;
    change.place     = task_q.place;
    change.passed    = best_passed_i;
    change.state     = state_i;
    change.reports   = reports_i;
    unique case (stage_q)
      StExpire: change.operation = BankExpire;
      StUnlink: begin
        change.level = task_q.level;
        if (command_q) begin
          if (error_i == ErrorNone && links && (task_q.state.ready || task_q.delayed)
              && !(timers_i && task_q.delayed)) begin
            change.operation = BankUnlink;
          end
        end else if (!task_q.reports) begin
          change.operation = BankUnlink;
        end
      end
      StLink: begin
        change.level = command_q & command_i != CommandRelease ? level_i : task_q.level;
        if (!command_q) begin
          change.operation = BankLinkReady;
        end else if (!refused_q) begin
          if (timers_i) begin
            change.operation = task_q.delayed ? BankRearm : BankLinkDelayed;
          end else begin
            unique case (command_i)
              CommandWrite:    change.operation = state_i.ready ? BankLinkReady : BankState;
              CommandPriority: change.operation = task_q.state.ready ? BankLinkReady : BankLevel;
              CommandRelease:  change.operation = BankLinkReady;
              default: ;
            endcase
          end
        end
      end
      StChoose: begin
        change.id    = best_id_i;
        change.level = best_level_i;
        if (rotate_o && best_valid_i && !suspended_i) change.operation = BankRotate;
      end
      default: ;
    endcase
  end

  assign change_o      = change;
  assign set_timer_o   = finish_o & timers_i;
  assign expiry_o      = stage_q == StLink
                       & (~command_q | (finish_o & ~timers_i
                                        & command_i == CommandRelease));
  assign task_o        = task_q;
  assign several_o     = several_q;
  assign reported_o    = reported_q;
  assign reported_id_o = reported_id_q;

endmodule
