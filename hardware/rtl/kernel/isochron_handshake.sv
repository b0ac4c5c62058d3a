// SPDX-License-Identifier: Apache-2.0
//
// The handshake: when a transfer on the bus is granted, and so answered, and what the answer is about.
//
//   command            granted in its Decide stage; it enters the sequencer at once, but not
//                      within `Recovery` cycles after the grant of the command before (with
//                      several cores only while something else is to be done), a task's that
//                      names an event group not during a service routine's walk, and a service
//                      routine's GROUP_SET not during any
//   load of RESULT     at once; if it completes a wait, in the cycle after the Decide stage
//   load of DISPATCH   at once; when a switch is requested, as soon as the selection is valid
//   other registers    at once; those that the monitor has for a task, when it has done it
//
// No grant depends on what an operation decides in the same cycle, only on that it is in its Decide
// stage, which is known from the cycle before.
module isochron_handshake
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NNotifications = 4,  // Notifications of each task
  parameter int unsigned MessageWords   = 64, // Words that a queue has for its items
  parameter int unsigned NCores         = 1   // Cores
) (
  input  logic           clk_i,             // Clock
  input  logic           rst_ni,            // Asynchronous reset, active low

  input  access_t        access_i,          // The transfer, as isochron_registers decodes it
  output logic           gnt_o,             // It is granted and answered in this cycle
  output logic           busy_o,            // A transfer, or its aftermath, goes on

  // Commands
  output command_t       command_o,         // The command that enters the sequencer
  input  progress_t      progress_i,        // How the sequencer stands
  input  logic           done_again_i,      // With `progress_i.done`: RESULT will say AGAIN
  input  result_e        done_code_i,       // ... or this

  // Answers
  output answer_t        answer_o,          // What a load of RESULT would say, or says
  output logic           told_o,            // The load of RESULT says AGAIN

  // Switches
  output logic           dispatch_o,        // The processor switches to the selected task
  input  logic           dispatch_ready_i,  // The processor may switch

  // What answers depend on
  input  scheduler_t     scheduler_i,       // State of the scheduler
  input  current_t       current_i,         // The running task
  input  walk_t          walk_i,            // The walk over an event group's waiters
  output logic           walk_awaited_o,    // A service routine waits for the end of the walk
  output logic           stalled_o,         // The transfer waits for the end of the walk
  input  logic           tick_open_i,       // A tick's tasks become ready one by one
  output begun_t         begun_o            // How the running task stands to it
);

  logic again, retry, retries, sequenced, stall, active_q;
  logic answered_q;  // the load's operation was in its Decide stage in the cycle before
  logic done_again_q;

  result_e done_code_q;

  // A command drops background work that has not reached Decide. Software that issued nothing but
  // commands, back to back, would starve lines and ticks: after each grant there is time for
  // three insertions and for one expiry, the longest work, to reach Decide. The pause does not
  // depend on whether there is work, so what a command takes does not depend on the load either.
  //
  // With several cores it depends on the other cores, which would wait for nothing: there the pause is over
  // when nothing else is to be done. What comes too late for that waits for one command more.
  localparam int unsigned Recovery = 8;
  logic [3:0] recovery_q;
  logic       quiet;

  assign quiet = NCores > 1 & progress_i.quiet;

  // A task that has just begun to run completes its wait without this pause: its dispatch has
  // waited for the insertions. Then the pause begins anew.
  logic       dispatched_q;

  // FreeRTOS makes all tasks that are due at a tick ready before any task runs. Here a switch that
  // a task asks for may come in between. The task that runs then waits until the others are ready,
  // unless it has what it waits for (isochron_decide).
  logic       in_tick_q, result_q, in_tick, awaits_tick;

  // While the scheduler is suspended, a task runs on even if it has blocked or a tick waits.
  // A task that another core wants to leave does not end its wait before.
  assign again = scheduler_i.asked | scheduler_i.resuming | (scheduler_i.scheduled & current_i.waits)
               | (scheduler_i.started & ~scheduler_i.suspended
                  & (~current_i.ready | (awaits_tick & ~current_i.waits)));
  assign retry = access_i.result & ~again & scheduler_i.started & current_i.ready & current_i.waits;

  // a message's second pass finds that the wait is completed
  assign retries = retry | (MessageWords != 0 & access_i.result & active_q);

  // With several cores an operation of time or of a line may ask the core in this very cycle to switch: then
  // its task does not end its wait.
  logic awaits_decision;

  assign awaits_decision = NCores > 1 & retry & progress_i.decides;

  assign sequenced = (access_i.req & access_i.we & access_i.window) | retry;

  // A task's command on an event group waits for the end of a service routine's walk, but not while
  // a switch is asked for: the walk stands still then, and the command does nothing. A service routine
  // that sets bits waits for the end of any walk, which for it goes on even if a switch is asked for.
  logic sets_in_walk, group_in_walk, walk_awaited_q, stalled_q;

  assign sets_in_walk  = walk_i.goes_on & access_i.isr & access_i.kind == OpGroupSet;
  assign group_in_walk = walk_i.goes_on & ~(walk_i.active & walk_i.of_task) & ~scheduler_i.asked
                       & (access_i.we ? is_of_group(access_i.kind) & ~access_i.isr
                                      : current_i.waits_group);
  assign stall         = (access_i.we & sets_in_walk) | group_in_walk;

  assign command_o = '{
    valid:    sequenced & ~active_q & ~answered_q & progress_i.ready & ~stall & ~awaits_decision
              & (recovery_q == '0 | quiet | (retry & dispatched_q)),
    kind:     access_i.we ? access_i.kind : WorkRetry,
    source:   access_i.we & access_i.isr ? SourceIsr : SourceTask,
    error:    access_i.we ? access_i.error : ResultFail,
    id:       access_i.we ? access_i.id : '0,
    index:    NNotifications > 1 || MessageWords != 0 ? access_i.index : '0,
    argument: access_i.argument
  };
  assign dispatch_o     = access_i.dispatch & dispatch_ready_i & ~access_i.late;
  assign told_o         = access_i.result & ~answered_q
                        & (retries ? progress_i.done & done_again_i : again & ~active_q);
  assign answer_o       = '{again: again, done: answered_q, done_again: done_again_q, done_code: done_code_q};
  assign walk_awaited_o = walk_awaited_q;
  assign stalled_o      = stalled_q;
  assign in_tick        = in_tick_q & tick_open_i;
  assign awaits_tick    = in_tick & ~result_q;
  assign begun_o        = '{in_tick: in_tick, awaits_tick: awaits_tick};

  assign busy_o = access_i.req | recovery_q != '0;

  always_comb begin
    if (answered_q)                gnt_o = 1'b1;
    else if (active_q | sequenced) gnt_o = progress_i.done & access_i.we;
    else if (access_i.dispatch)    gnt_o = dispatch_o;
    else                           gnt_o = access_i.req & ~access_i.late;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q     <= 1'b0;
      answered_q   <= 1'b0;
      recovery_q   <= '0;
      dispatched_q <= 1'b0;
      walk_awaited_q <= 1'b0;
      stalled_q    <= 1'b0;
      in_tick_q    <= 1'b0;
      result_q     <= 1'b0;
    end else begin
      walk_awaited_q <= access_i.req & access_i.we & sets_in_walk;
      stalled_q    <= access_i.req & sequenced & stall;
      active_q <= (active_q | command_o.valid) & ~progress_i.done;
      answered_q <= progress_i.done & ~access_i.we;
      dispatched_q <= (dispatched_q | dispatch_o) & ~progress_i.done;
      in_tick_q    <= tick_open_i & (dispatch_o | in_tick_q);
      result_q     <= ~dispatch_o & (result_q | (retries & progress_i.done & ~done_again_i));
      if (progress_i.done)       recovery_q <= 4'(Recovery);
      else if (recovery_q != '0) recovery_q <= recovery_q - 1'b1;
    end
  end

  // The load that completes a wait says what completed it; in its next cycle more may have happened.
  always_ff @(posedge clk_i) begin
    if (access_i.result) begin
      done_again_q <= done_again_i;
      done_code_q  <= done_code_i;
    end
  end

  logic unused;
  assign unused = ^{access_i, scheduler_i, current_i, walk_i, progress_i};

endmodule
