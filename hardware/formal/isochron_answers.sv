// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_banked_calls; proven by induction (hardware/formal/proofs.toml).
//
//   - Whatever the core asks for is granted in a bounded number of cycles.
//   - A store that was granted is passed on once, as it was, before anything else.
//   - A request to the hardware kernel stays as it is until it is granted.
//   - RESULT is loaded for a task only if it need not switch; the answer that is kept is that of
//     the task that runs; the caller of a load that switches is the task that began it.
//
// Assumed of the core: a request stays as it is until it is granted, in one window, none is there as a
// trap begins, and no answer is loaded before busy_o falls. Of the hardware kernel: it grants what is
// asked for, in at most `Longest` cycles, a load of VALUE in the second, again_i holds while a load
// waits, the running task exists, and another task runs only after a load of DISPATCH or a transfer in
// the kernel's window. Of the banks: interrupted_i holds as again_i.
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
  input logic                 req_o,
  input logic                 we_o,
  input logic [19:0]          addr_o,
  input logic [31:0]          wdata_o,
  input logic                 gnt_i,
  input logic [TaskWidth-1:0] current_id_i,
  input logic                 again_i,
  input logic                 trap_i,
  input logic                 busy_o,
  input logic                 interrupted_i,
  input logic                 caller_runs_o,
  input logic [TaskWidth-1:0] caller_id_o
);

  localparam int unsigned Longest = 14;           // cycles before the hardware kernel grants
  localparam int unsigned Transfer = Longest + 1;
  // RESULT and VALUE for a trap; DISPATCH and these for the next one; the same for the request
  localparam int unsigned Bound = 8 * Transfer + 8;

  logic reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) reset_q <= 1'b1;

  always_comb assume (rst_ni == reset_q);

  // of isochron_banked_calls
  localparam logic [1:0] AnswerBegin = 2'd0, AnswerResult = 2'd1, AnswerValue = 2'd2;
  logic [1:0] state;
  logic       ahead, is_answer;

  assign state     = isochron_banked_calls.answer_q;
  assign ahead     = isochron_banked_calls.ahead_q;
  assign is_answer = isochron_banked_calls.answer;

  // -----------------------------------------------------------------------------------------------
  // What is assumed
  // -----------------------------------------------------------------------------------------------
  logic                 asks, asked_q = 1'b0;    // the core; it did and was not granted
  logic                 kernel_q, calls_q, we_q;
  logic [19:0]          addr_q;
  logic [31:0]          wdata_q;
  logic                 waits_q = 1'b0;          // the kernel was asked and did not grant
  logic                 we_out_q, again_q, interrupted_q, moves_q = 1'b1;
  logic [19:0]          addr_out_q;
  logic [31:0]          wdata_out_q;
  logic [4:0]           waited_q;                // cycles of the present request to the kernel
  logic [TaskWidth-1:0] current_q;

  assign asks = kernel_req_i | calls_req_i;

  always_ff @(posedge clk_i) begin
    asked_q     <= reset_q & asks & ~gnt_o;
    kernel_q    <= kernel_req_i;
    calls_q     <= calls_req_i;
    we_q        <= we_i;
    addr_q      <= addr_i;
    wdata_q     <= wdata_i;
    waits_q     <= reset_q & req_o & ~gnt_i;
    waited_q    <= reset_q & req_o & ~gnt_i ? waited_q + 1'b1 : '0;
    we_out_q    <= we_o;
    addr_out_q  <= addr_o;
    wdata_out_q <= wdata_o;
    again_q     <= again_i;
    interrupted_q <= interrupted_i;
    current_q   <= current_id_i;
    moves_q     <= ~reset_q | (kernel_req_i & gnt_o)
                 | (gnt_i & ~we_o & addr_o == 20'(RegDispatch));
  end

  always_comb begin
    assume (~(kernel_req_i & calls_req_i));
    if (asked_q) begin
      assume (kernel_req_i == kernel_q & calls_req_i == calls_q & we_i == we_q & addr_i == addr_q
              & wdata_i == wdata_q);
    end
    if (trap_i) assume (~asks);
    if (busy_o) assume (~is_answer);
    assume (~gnt_i | req_o);
    if (req_o & waited_q >= 5'(Longest)) assume (gnt_i);
    if (req_o & ~we_o & addr_o == 20'(RegValue) & waited_q != '0) assume (gnt_i);
    if (waits_q & ~we_out_q) assume (again_i == again_q & interrupted_i == interrupted_q);
    if (!moves_q) assume (current_id_i == current_q);
    assume (32'(current_id_i) < NTasks);
  end

  // -----------------------------------------------------------------------------------------------
  // What holds
  // -----------------------------------------------------------------------------------------------
  logic                 stored_q;     // a store was granted and not passed on
  logic [19:0]          stored_addr_q;
  logic [31:0]          stored_data_q;
  logic [TaskWidth-1:0] begun_q, kept_q;  // who ran as the request began, as the answer was kept
  logic [TaskWidth-1:0] began;
  logic                 passed;       // the core's store goes to the kernel in this cycle
  logic [7:0]           core_waited_q, rest;
  logic [7:0]           work, own;  // cycles before the request's own turn, and then

  assign began  = asked_q ? begun_q : current_id_i;
  assign passed = gnt_i & we_o & addr_o == addr_i & wdata_o == wdata_i;

  always_ff @(posedge clk_i) begin
    if (!reset_q) begin
      stored_q      <= 1'b0;
      core_waited_q <= '0;
    end else begin
      if (calls_req_i & we_i & gnt_o & ~passed) begin
        stored_q      <= 1'b1;
        stored_addr_q <= addr_i;
        stored_data_q <= wdata_i;
      end else if (gnt_i) begin
        stored_q      <= 1'b0;
      end
      core_waited_q <= asks & ~gnt_o ? core_waited_q + 1'b1 : '0;
    end
    begun_q <= began;
    if (isochron_banked_calls.keeps) kept_q <= current_id_i;
  end

  always_comb begin
    unique case (state)
      AnswerBegin:  work = '0;
      AnswerResult: work = 8'(2 * Transfer + 2);
      default:      work = 8'(Transfer + 2);
    endcase
    if (isochron_banked_calls.trap_q)   work = work + 8'(3 * Transfer + 3);
    if (isochron_banked_calls.posted_q) work = work + 8'(Transfer);
    own = 8'(3 * Transfer + 3);
    if (state != AnswerBegin && !ahead) own = '0;
    rest = work + own - 8'(waited_q);
  end

  always_comb begin
    if (reset_q) begin
      // bounded
      if (asks) assert (9'(core_waited_q) + 9'(rest) <= 9'(Bound));
      assert (core_waited_q == '0 | asked_q);
      assert (waited_q <= 5'(Longest) & (waited_q != '0) == waits_q);
      // stores
      assert (stored_q == isochron_banked_calls.posted_q);
      if (stored_q) begin
        assert (req_o & we_o & addr_o == stored_addr_q & wdata_o == stored_data_q & ~gnt_o);
      end
      assert (~stored_q | (state == AnswerBegin & ~isochron_banked_calls.ready_q));
      assert (state <= AnswerValue);
      if (state != AnswerBegin & ~ahead) assert (asked_q & is_answer);
      // requests to the kernel
      if (waits_q) begin
        assert (req_o & we_o == we_out_q & addr_o == addr_out_q);
        assert (~we_o | wdata_o == wdata_out_q);
      end
      // answers
      if (state == AnswerBegin & is_answer & req_o & ~we_o & addr_o == 20'(RegResult)) begin
        assert (~again_i);
      end
      if (isochron_banked_calls.ready_q) assert (kept_q == current_id_i);
      if (is_answer & asked_q & ~caller_runs_o) assert (~moves_q & begun_q == current_id_i);
      if (caller_runs_o) assert (asked_q & caller_id_o == begun_q);
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What is not shut out by the assumptions
  // -----------------------------------------------------------------------------------------------
  logic answers;

  assign answers = reset_q & is_answer & gnt_o;

  always_comb begin
    cover (answers & caller_runs_o & current_id_i != caller_id_o);      // after a switch
    cover (answers & state == AnswerBegin & isochron_banked_calls.ready_q);  // it was kept
    cover (answers & 32'(core_waited_q) > Transfer);                    // late
    cover (reset_q & stored_q & trap_i);  // a trap begins before a store is passed on
  end

endmodule

bind isochron_banked_calls isochron_answers #(.NTasks(NTasks)) u_answers (.*);
