// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_contexts_calls; proven by induction (hardware/formal/proofs.toml).
//
//   - Whatever the core asks for is granted in a bounded number of cycles, and so is what is held.
//   - A store that was granted is passed on once, as it was, before anything else.
//   - A request to the hardware kernel stays as it is until it is granted.
//   - An answer of a task that has to switch is held until the next task's registers are told to be
//     ready: only then is it that task's turn. One that is kept is that of the task that runs.
//
// Assumed of the core: a request stays as it is until it is granted, in one window; none is there, nor
// held, as a trap begins, and no answer is loaded before busy_o falls. Of its bus: what is held is shown
// again until it is granted, and it is granted in one of `Turns` cycles in which it may be. Of the
// hardware kernel: it grants what is asked for, in at most `Longest` cycles, a load of VALUE in the
// second, again_i holds while a task waits, the running task exists, and another task runs only after a
// load of DISPATCH or a transfer in the kernel's window. Of the contexts: interrupted_i holds as again_i,
// and registers are ready in one of `Fills` cycles.
module isochron_answers
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 kernel_req_i,
  input logic                 calls_req_i,
  input logic                 we_i,
  input logic [19:0]          addr_i,
  input logic [31:0]          wdata_i,
  input logic                 gnt_o,
  input logic                 hold_o,
  input logic                 held_i,
  input logic                 granted_i,
  input logic                 turn_o,
  input logic                 req_o,
  input logic                 we_o,
  input logic [19:0]          addr_o,
  input logic [31:0]          wdata_o,
  input logic                 gnt_i,
  input logic [TaskWidth-1:0] current_id_i,
  input logic                 again_i,
  input logic                 other_i,
  input logic                 in_trap_i,
  input logic                 trap_i,
  input logic                 busy_o,
  input logic                 interrupted_i,
  input logic                 next_ready_i,
  input logic                 ready_i,
  input logic                 leaves_o
);

  localparam int unsigned Longest  = 14;           // cycles before the hardware kernel grants
  localparam int unsigned Fills    = 6;            // cycles before registers are ready
  localparam int unsigned Transfer = Longest + 1;
  // RESULT and VALUE for a trap, DISPATCH and these for the next one, and the request's own
  localparam int unsigned Bound = 6 * Transfer + 6;
  // The same without its own; then DISPATCH, and the registers
  localparam int unsigned Held = 5 * Transfer + 5, Turn = Transfer + Fills + 2;

  logic reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) reset_q <= 1'b1;

  always_comb assume (rst_ni == reset_q);

  // of isochron_contexts_calls
  localparam logic [1:0] AnswerBegin = 2'd0, AnswerResult = 2'd1, AnswerValue = 2'd2;
  logic [1:0] state;
  logic       is_answer, held_answer, turns, turning, dispatched, dispatches, posted, kept;

  assign state       = isochron_contexts_calls.answer_q;
  assign is_answer   = isochron_contexts_calls.answer;
  assign held_answer = isochron_contexts_calls.held_answer;
  assign turns       = isochron_contexts_calls.turns;
  assign turning     = isochron_contexts_calls.turning_q;
  assign dispatched  = isochron_contexts_calls.dispatched_q;
  assign dispatches  = isochron_contexts_calls.dispatched;
  assign posted      = isochron_contexts_calls.posted_q;
  assign kept        = isochron_contexts_calls.kept_q;

  // -- What is assumed ----------------------------------------------------------------------------
  logic                 asks, asked_q = 1'b0;    // the core; it did and was not granted
  logic                 open, open_q = 1'b0;     // a request is or was held, and is not granted yet
  logic                 kernel_q, calls_q, we_q;
  logic [19:0]          addr_q;
  logic [31:0]          wdata_q;
  logic                 waits_q = 1'b0;          // the kernel was asked and did not grant
  logic                 we_out_q, again_q, interrupted_q, moves_q = 1'b1;
  logic                 passed_q;                // a transfer in the kernel's window was granted
  logic [19:0]          addr_out_q;
  logic [31:0]          wdata_out_q;
  logic [4:0]           waited_q;                // cycles of the present request to the kernel
  logic [2:0]           fills_q;                 // cycles for which registers were waited for
  logic [TaskWidth-1:0] current_q;

  assign asks = kernel_req_i | calls_req_i;
  assign open = held_i | open_q;

  always_ff @(posedge clk_i) begin
    asked_q     <= reset_q & asks & ~gnt_o;
    open_q      <= reset_q & open & ~granted_i;
    kernel_q    <= kernel_req_i;
    calls_q     <= calls_req_i;
    we_q        <= we_i;
    addr_q      <= addr_i;
    wdata_q     <= wdata_i;
    waits_q     <= reset_q & req_o & ~gnt_i;
    waited_q    <= reset_q & req_o & ~gnt_i ? waited_q + 1'b1 : '0;
    fills_q     <= reset_q & dispatched & ~ready_i & ~turn_o ? fills_q + 1'b1 : '0;
    we_out_q    <= we_o;
    addr_out_q  <= addr_o;
    wdata_out_q <= wdata_o;
    again_q     <= again_i;
    interrupted_q <= interrupted_i;
    current_q   <= current_id_i;
    passed_q    <= ~reset_q | (kernel_req_i & gnt_o);
    moves_q     <= ~reset_q | (kernel_req_i & gnt_o)
                 | (gnt_i & ~we_o & addr_o == 20'(RegDispatch));
  end

  always_comb begin
    assume (~(kernel_req_i & calls_req_i));
    if (asked_q) begin
      assume (kernel_req_i == kernel_q & calls_req_i == calls_q & we_i == we_q & addr_i == addr_q
              & wdata_i == wdata_q);
    end
    assume (~granted_i | ~hold_o);
    if (held_i) assume (~asks);
    if (open) assume (~calls_req_i & ~in_trap_i);
    if (trap_i) assume (~asks & ~open);
    if (busy_o | passed_q) assume (~is_answer);
    assume (~gnt_i | req_o);
    if (req_o & waited_q >= 5'(Longest)) assume (gnt_i);
    if (req_o & ~we_o & addr_o == 20'(RegValue) & waited_q != '0) assume (gnt_i);
    if (dispatched & fills_q >= 3'(Fills)) assume (ready_i);
    if (waits_q & ~we_out_q) assume (again_i == again_q & interrupted_i == interrupted_q);
    if (!moves_q) assume (current_id_i == current_q);
    assume (32'(current_id_i) < NTasks);
  end

  // -- What holds ---------------------------------------------------------------------------------
  logic                 stored_q;     // a store was granted and not passed on
  logic [19:0]          stored_addr_q;
  logic [31:0]          stored_data_q;
  logic [TaskWidth-1:0] begun_q, kept_of_q;  // who ran as the request began, as the answer was kept
  logic                 passed;       // the core's store goes to the kernel in this cycle
  logic                 holds;        // an answer is held, and nothing is done for it yet
  logic                 answers;      // an answer is granted
  logic                 told_q;       // the registers of the task whose turn is to come are ready
  logic [7:0]           core_waited_q, held_waited_q, turn_waited_q;
  logic [7:0]           work, left, rest;  // cycles: before the request's own, with these; of a turn

  assign answers = reset_q & is_answer & gnt_o;
  assign passed = gnt_i & we_o & addr_o == addr_i & wdata_o == wdata_i;
  assign holds  = held_answer & hold_o & ~turning & ~turns;

  always_ff @(posedge clk_i) begin
    if (!reset_q) begin
      stored_q      <= 1'b0;
      told_q        <= 1'b0;
      core_waited_q <= '0;
      held_waited_q <= '0;
      turn_waited_q <= '0;
    end else begin
      if (calls_req_i & we_i & gnt_o & ~passed) begin
        stored_q      <= 1'b1;
        stored_addr_q <= addr_i;
        stored_data_q <= wdata_i;
      end else if (gnt_i) begin
        stored_q      <= 1'b0;
      end
      told_q        <= ~turn_o & (turning | turns)
                     & (told_q | (dispatched ? ready_i : dispatches & next_ready_i));
      core_waited_q <= asks & ~gnt_o ? core_waited_q + 1'b1 : '0;
      held_waited_q <= holds ? held_waited_q + 1'b1 : '0;
      turn_waited_q <= turning & ~isochron_contexts_calls.release_q ? turn_waited_q + 1'b1 : '0;
    end
    if (!asked_q)                    begun_q   <= current_id_i;
    if (isochron_contexts_calls.keeps) kept_of_q <= current_id_i;
  end

  always_comb begin
    unique case (state)
      AnswerBegin:  work = '0;
      AnswerResult: work = 8'(2 * Transfer + 2);
      default:      work = 8'(Transfer + 1);
    endcase
    if (isochron_contexts_calls.switch_q) work = work + 8'(3 * Transfer + 3);
    if (posted)                         work = work + 8'(Transfer);
    priority case (1'b1)
      ~is_answer:                   left = work + 8'(Transfer + 1) - 8'(waited_q);
      posted:                       left = 8'(3 * Transfer + 2) - 8'(waited_q);
      state == AnswerResult:        left = 8'(3 * Transfer + 4) - 8'(waited_q);
      state == AnswerValue:         left = 8'(Transfer + 1) - 8'(waited_q);
      kept | isochron_contexts_calls.drop_q: left = 8'd1;
      default:                      left = 8'(2 * Transfer + 2) - 8'(waited_q);
    endcase
    rest = 8'(Fills + 1) - 8'(fills_q);
    if (!dispatched) rest = rest + 8'(Transfer) - 8'(waited_q);
  end

  always_comb begin
    if (reset_q) begin
      // bounded
      if (asks) assert (9'(core_waited_q) + 9'(left) <= 9'(Bound));
      if (holds) assert (9'(held_waited_q) + 9'(work) - 9'(waited_q) <= 9'(Held));
      if (turning & ~isochron_contexts_calls.release_q) begin
        assert (9'(turn_waited_q) + 9'(rest) <= 9'(Turn));
      end
      assert (core_waited_q == '0 | asked_q);
      assert (waited_q <= 5'(Longest) & (waited_q != '0) == waits_q);
      assert (fills_q <= 3'(Fills) & (dispatched | fills_q == '0));
      // stores
      assert (stored_q == posted);
      if (stored_q) begin
        assert (req_o & we_o & addr_o == stored_addr_q & wdata_o == stored_data_q & ~gnt_o);
      end
      assert (~stored_q | (state == AnswerBegin & ~kept));
      assert (state <= AnswerValue);
      // requests to the kernel
      if (waits_q) begin
        assert (req_o & we_o == we_out_q & addr_o == addr_out_q);
        assert (~we_o | wdata_o == wdata_out_q);
      end
      // turns
      assert (~turning | open);
      assert (~dispatched | turning);
      assert (~turning | dispatched | (isochron_contexts_calls.switch_q & state == AnswerBegin & ~posted));
      assert (~told_q | turning);
      if (turning) assert (told_q == isochron_contexts_calls.release_q);
      if (turn_o) assert (told_q);
      if (turning & ~told_q) assert (hold_o);
      // answers
      if (kept) begin
        assert (state == AnswerBegin & kept_of_q == isochron_contexts_calls.caller_q);
        assert (moves_q | isochron_contexts_calls.caller_q == current_id_i);
      end
      if (kept & is_answer) assert (kept_of_q == current_id_i);
      if (is_answer & asked_q) assert (begun_q == current_id_i);
      if (answers & isochron_contexts_calls.kept_other_q & isochron_contexts_calls.kept) assert (leaves_o);
      if (answers & ~isochron_contexts_calls.kept & state != AnswerValue) begin
        assert (isochron_contexts_calls.discard_o | ~other_i);
      end
    end
  end

  // -- What is not shut out by the assumptions ----------------------------------------------------
  always_comb begin
    cover (answers & isochron_contexts_calls.kept);                       // it was kept
    cover (answers & isochron_contexts_calls.discard_o);                  // it is nobody's
    cover (answers & 32'(core_waited_q) > Transfer);                    // late
    cover (reset_q & turn_o & 32'(turn_waited_q) > Fills);              // the registers were waited for
    cover (reset_q & stored_q & trap_i);  // a trap begins before a store is passed on
  end

endmodule

bind isochron_contexts_calls isochron_answers #(.NTasks(NTasks)) u_answers (.*);
