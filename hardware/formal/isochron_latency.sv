// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron (hardware/formal/proofs.toml): how long a transfer takes, and what that rests on,
// where the sequencer is and what goes on in the lists meanwhile.
//
// Assumed of the bus: a request stays as it is until it is granted. Of the reset: it comes first, and
// then not again. Memories hold anything.
module isochron_latency
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned MessageWords = 64
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        req_i,
  input logic        we_i,
  input logic [19:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        gnt_o
);

  localparam int unsigned Latency  = 5;   // of a command, and more of a message that wakes a task:
  localparam int unsigned Further  = MessageWords != 0 ? 5 : 0;
  localparam int unsigned Pause    = 8;   // after a command's grant
  localparam int unsigned Dispatch = 10;   // the longest load of DISPATCH
  localparam int unsigned Word     = 6;   // the longest load or store of a word of a message

  logic reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) reset_q <= 1'b1;

  always_comb assume (rst_ni == reset_q);

  // -- The bus ------------------------------------------------------------------------------------
  logic        held_q = 1'b0;  // a request was not granted
  logic        we_q;
  logic [19:0] addr_q;
  logic [31:0] wdata_q;

  always_ff @(posedge clk_i) begin
    held_q  <= reset_q & req_i & ~gnt_o;
    we_q    <= we_i;
    addr_q  <= addr_i;
    wdata_q <= wdata_i;
  end

  always_comb begin
    if (held_q) assume (req_i & we_i == we_q & addr_i == addr_q & wdata_i == wdata_q);
  end

  // -- Latency ------------------------------------------------------------------------------------
  logic       in_window, of_group, of_routine, stalls, load_stalls, is_result, is_dispatch, is_word;
  logic [3:0] since_q;    // cycles since the last command's grant; 9: at least so many
  logic [3:0] age_q;      // cycles since a command entered; 0: none is under way
  logic       passes_on;  // it is a message, and its second pass begins in the next cycle
  logic       of_message; // it is in that second pass
  logic [4:0] due, due_q; // cycles before the grant of a store to a command window
  logic [3:0] waited_q;   // of a load of DISPATCH
  logic [4:0] load_q;     // of a load of RESULT, but for the initialisation and a walk
  logic [4:0] load_rest;  // ... it waits so long yet at most
  logic [2:0] word_q;     // of a load or store of a word
  logic       answered;   // ... it has ended a wait in the cycle before
  logic       late;       // what is loaded is not there in this cycle

  assign in_window   = req_i & we_i & ~addr_i[17];
  assign is_result   = req_i & ~we_i & addr_i == 20'(RegResult);
  assign is_dispatch = req_i & ~we_i & addr_i == 20'(RegDispatch);
  assign is_word     = isochron.word.load | isochron.word.store;

  // A task's command on an event group waits for the walk of a service routine's, unless that rests; a
  // service routine that sets bits waits for the end of any walk.
  assign of_group = addr_i[15:10] inside {OpGroupCreate, OpGroupDelete, OpGroupWait, OpGroupSync,
                                          OpGroupSet, OpGroupClear, WorkGroupStep, WorkGroupEnd};
  assign of_routine  = isochron.walk.goes_on & ~(isochron.walk.active & isochron.walk.of_task);
  assign stalls      = addr_i[16] ? isochron.walk.goes_on & addr_i[15:10] == OpGroupSet
                                  : of_routine & of_group & ~isochron.scheduler.asked;
  assign load_stalls = isochron.current_state.waits_group & of_routine;

  assign passes_on   = isochron.operation.stage.decide & isochron.message.follows;
  assign of_message  = isochron.u_sequencer.second_q & isochron.u_sequencer.follows_q;

  always_comb begin
    due = due_q;
    if (passes_on) due = 5'(Further);
    if (!held_q) begin
      due = 5'(Latency);
      if (since_q <= 4'(Pause)) due = 5'(Latency + Pause + 1) - 5'(since_q);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_q  <= 4'(Pause + 1);
      age_q    <= '0;
      due_q    <= '0;
      waited_q <= '0;
      load_q   <= '0;
      word_q   <= '0;
    end else begin
      if (isochron.progress.done)         since_q <= 4'd1;
      else if (since_q <= 4'(Pause))     since_q <= since_q + 1'b1;
      if (isochron.command.valid)              age_q <= 4'd1;
      else if (isochron.progress.done)    age_q <= '0;
      else if (age_q != '0)              age_q <= age_q + 1'b1;
      if (in_window && (due != 5'(Latency) || !(isochron.init.active | stalls))) due_q <= due - 1'b1;
      else                                                               due_q <= due;
      // without preemption it waits for all whom the tick releases
      waited_q <= is_dispatch & ~gnt_o & ~isochron.switch_state.finishes ? waited_q + 1'b1 : '0;
      word_q   <= is_word & ~gnt_o ? word_q + 1'b1 : '0;
      if (!is_result || gnt_o)                                  load_q <= '0;
      else if (age_q != '0 || answered || !(isochron.init.active | load_stalls)) load_q <= load_q + 1'b1;
    end
  end

  always_comb begin
    if (reset_q) begin
      if (in_window) assert (gnt_o == (due == '0));
      if (isochron.progress.done) begin
        assert (age_q == 4'(of_message ? Latency + Further : Latency) & gnt_o == we_i);
      end
      if (is_dispatch) assert (waited_q <= (gnt_o ? 4'(Dispatch) : 4'(Dispatch - 1)));
      if (is_result)   assert (load_q <= 5'(Latency + Pause + 1 + Further));
      if (is_word)     assert (word_q <= (gnt_o ? 3'(Word) : 3'(Word - 1)));
      if (req_i & ~in_window & ~is_result & ~is_dispatch & ~is_word & ~isochron.u_registers.is_monitor)
      begin
        // before the start CURRENT waits until it is known who will run first
        assert (gnt_o | ~held_q | isochron.status.choosing);
      end
    end
  end

  // What that rests on: where the sequencer is, and what goes on in the lists.
  stage_e     stage;
  logic       active, of_command, settled;
  logic       second;      // the second pass of an operation that moves two tasks
  logic [3:1] inserting, selecting;
  logic [2:1] appending;
  logic [3:0] rest;  // cycles before DISPATCH can be granted
  logic       closing; // a tick ends first: with the switch, a cycle after nothing goes on
  logic [3:0] busy;    // cycles in which something goes on

  assign stage      = isochron.u_sequencer.stage_q;
  assign second     = isochron.u_sequencer.second_q & ~of_message;
  assign active     = stage != StageIdle;
  assign of_command = isochron.operation.source inside {SourceTask, SourceIsr};
  assign inserting  = isochron.u_state_lists.u_lists.insert_q;
  assign selecting  = isochron.u_state_lists.u_lists.select_q;
  assign appending  = isochron.u_objects.u_chains.append_q;
  assign closing    = (isochron.due.closing & isochron.switch_state.goes_on)
                    | (isochron.operation.stage.decide
                       & isochron.operation.kind inside {WorkExpire, WorkSlice});
  assign settled    = inserting == '0 & selecting == '0 & appending == '0;

  assign answered  = isochron.u_handshake.answered_q;
  assign late      = isochron.access.late;
  assign load_rest = answered ? '0 : 5'(Latency + Further + 1)
                   + (age_q != '0 ? -5'(age_q) : 5'(isochron.u_handshake.recovery_q));

  always_comb begin
    rest = '0;
    if (second)                                                       rest = 4'd10 - since_q;
    else if (isochron.operation.stage.decide & isochron.operation.kind != WorkScan)        rest = 4'd4;
    else if (selecting[1])                                            rest = 4'd3;
    else if (selecting[2])                                            rest = 4'd2;
    else if (selecting[3])                                            rest = 4'd1;
    busy = '0;
    if (second)                                                       busy = 4'd10 - since_q;
    else if (isochron.operation.stage.decide)                                         busy = 4'd4;
    else if (inserting[1] | selecting[1] | appending[1])              busy = 4'd3;
    else if (inserting[2] | selecting[2] | appending[2])              busy = 4'd2;
    else if (inserting[3] | selecting[3])                             busy = 4'd1;
    // the end of a tick comes before a dispatch
    if ((second | stage inside {StageIdle, StageDecide}) & closing & busy >= rest) rest = busy + 4'd1;
    if (late & rest == '0)                                                rest = 4'd1;
  end

  always_comb begin
    if (reset_q) begin
      assert (stage <= StageRepeat);
      assert (MessageWords != 0 | ~of_message);
      assert (since_q != '0 & since_q <= 4'(Pause + 1));
      assert (isochron.u_handshake.recovery_q == 4'(Pause + 1) - since_q);
      assert (isochron.u_handshake.active_q == (age_q != '0));
      if (age_q != '0) begin
        assert (age_q == 4'(stage) + (of_message ? 4'(Latency) : 4'd0));
        assert (active & of_command & ~second & (since_q > age_q | since_q == 4'(Pause + 1)));
        assert (held_q & (in_window | is_result));
      end
      if ((active & of_command & ~second) | of_message) assert (age_q != '0);
      if (isochron.operation.stage.decide & isochron.action.transfer) assert (age_q != '0);
      if (passes_on) assert (age_q == 4'(Latency) & ~of_message);
      if (held_q & in_window) begin
        if (age_q != '0) begin
          assert (due_q == 5'(of_message ? Latency + Further : Latency) - 5'(age_q));
        end
        else if (since_q > 4'(Pause))  assert (due_q == 5'(Latency));
        else                           assert (due_q == 5'(Latency + Pause + 1) - 5'(since_q));
      end
      if (second) begin
        assert (isochron.operation.source == SourceTask & ~isochron.u_handshake.dispatched_q);
        assert (stage inside {StageRead, StageDecide, StageRepeat});
        assert (isochron.operation.kind inside {OpTake, OpGive, OpQueueSend, OpQueueReceive, WorkRetry});
        assert (since_q <= 4'(stage) + 4'd1);
        assert (isochron.found.record.kind == KindMutex);
      end
      if (stage >= StageHead & isochron.found.owned & isochron.operation.kind inside {
            OpTake, OpGive, OpQueueSend, OpQueueReceive, WorkRetry}) begin
        assert (isochron.found.record.kind == KindMutex);
      end
      if (stage == StageRepeat) begin
        assert (second & since_q <= 4'd4);
        for (int unsigned i = 1; i <= 3; i++) begin
          assert (since_q == 4'(i) | (~inserting[i] & ~selecting[i]));
        end
        assert ((since_q == 4'd1 | ~appending[1]) & (since_q == 4'd2 | ~appending[2]));
      end
      if (stage == StageRank) assert (~inserting[1] & ~selecting[1] & ~appending[1]);
      if (stage == StageHead) begin
        assert (inserting[2:1] == '0 & selecting[2:1] == '0 & appending == '0);
      end
      if (stage inside {StageRead, StageDecide}) assert (settled);
      if (active) begin
        unique case (isochron.operation.source)
          SourceTime: assert (isochron.operation.kind inside {WorkGroupEnd, WorkExpire, WorkSlice,
                                WorkTickEnd, WorkPendedMove, WorkResumeStep, WorkScan, WorkMeasure,
                                WorkGroupStep});
          SourceLine: assert (isochron.operation.kind inside {OpGive, OpNotifyIncrement, OpGroupSet});
          SourceIsr:  assert (isochron.operation.kind != WorkRetry | isochron.operation.error != ResultFail);
          default: ;
        endcase
      end
      // a tick that ends with the switch has been waiting for it, and nothing has come since
      if (isochron.u_background.ends_q) begin
        assert (stage == StageIdle & settled & ~second & isochron.scheduler.requested & ~isochron.due.more_due
                & ~isochron.scheduler.suspended & ~isochron.u_time.late_q);
      end
      if (active & isochron.operation.source == SourceTime & isochron.operation.kind == WorkScan) begin
        assert (~isochron.due.open);
      end
      assert (waited_q == '0 | (held_q & is_dispatch));
      assert (load_q == '0 | (held_q & is_result));
      if (is_result & ~gnt_o) begin
        assert (6'(load_q) + 6'(load_rest) <= 6'(Latency + Pause + 1 + Further));
      end
      if (answered) assert (held_q & is_result & age_q == '0 & since_q == 4'd1);
      // what is late is so for one cycle: the one after a Decide stage, of a pointer after a command's
      if (isochron.u_tasks.result_q | isochron.u_tasks.pointer_late_q) assert (stage != StageDecide);
      if (isochron.u_tasks.pointer_late_q)                             assert (since_q == 4'd1);
      if (held_q & since_q == 4'd1)                            assert (is_result);
      assert (~is_dispatch | isochron.switch_state.finishes | 5'(waited_q) + 5'(rest) <= 5'(Dispatch));
    end
  end

  // A word of a message waits while one moves, and one that is loaded for a cycle more.
  if (MessageWords != 0) begin : gen_words
    logic [2:0] word_rest;

    always_comb begin
      word_rest = '0;
      if (isochron.u_objects.gen_messages.u_messages.reads_q) begin
        word_rest = 3'd5 - 3'(isochron.u_objects.gen_messages.u_messages.word_q);
      end else if (isochron.u_objects.gen_messages.u_messages.writes_q) begin
        word_rest = 3'd1;
      end
      if (isochron.word.load) word_rest += 3'd1;
    end

    always_comb begin
      if (reset_q) begin
        assert (word_q == '0 | (held_q & is_word));
        if (is_word & ~gnt_o) assert (4'(word_q) + 4'(word_rest) <= 4'(Word));
        // only a transfer is one
        if (isochron.operation.stage.decide & isochron.u_objects.gen_messages.u_messages.awaited_q) begin
          assert (isochron.u_objects.gen_messages.u_messages.direct_q & of_command & ~second & ~of_message);
        end
        if (isochron.operation.stage.decide & isochron.u_objects.gen_messages.u_messages.direct_q) begin
          assert (isochron.operation.kind == WorkRetry | is_of_transfer(isochron.operation.kind));
          assert (isochron.found.record.kind == KindQueue);
          assert (isochron.operation.kind != WorkRetry
                  | isochron.subject_state.control.waiting inside {WaitObject, WaitSend, WaitLook});
        end
        assert (~isochron.u_objects.gen_messages.u_messages.reads_q
                | isochron.u_objects.gen_messages.u_messages.word_q
                  <= isochron.u_objects.gen_messages.u_messages.last_q);
      end
    end
  end

endmodule

bind isochron isochron_latency #(.MessageWords(MessageWords)) u_latency (.*);
