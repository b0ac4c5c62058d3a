// SPDX-License-Identifier: Apache-2.0
//
// Calls of the hardware kernel that end in a switch, in two instructions. Between the core and the
// hardware kernel; docs/explanation/banked.md describes how calls use it. There are two windows
// with the same registers, the kernel's own, which this block passes on, and that of calls. There,
//
//   - a store is granted at once and passed on meanwhile; what comes next waits for it;
//   - a load of RESULT, or of VALUE, is an answer: if the running task has to switch, DISPATCH is
//     loaded first, and then the RESULT of the task that runs now. If that one asked for VALUE,
//     that follows. The core sees one load. It writes the next task's register, unless that task
//     was interrupted and goes on elsewhere.
//
// A trap that is there to switch does so without being asked: DISPATCH is loaded as it begins, and
// the next task's answer while it ends.
//
// An answer is FAIL or OK, or the value of a call that ended so. Any other RESULT is answered as it
// is, and `other_o` tells that the task must go on where that is seen to.
//
// What follows an answer may have another task's registers. So the core shows nothing that follows a
// load of the window of calls before the load is granted, and gets the word one cycle later (soc_bus
// holds such a load).
module isochron_banked_calls
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks of the hardware kernel
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // Clock
  input  logic                 rst_ni,          // Asynchronous reset, active low

  // The core, as a device of soc_bus
  input  logic                 kernel_req_i,    // Request in the kernel's window, until granted
  input  logic                 calls_req_i,     // Request in the window of calls, until granted
  input  logic                 we_i,            // Store
  input  logic [19:0]          addr_i,          // Offset of a word in its window
  input  logic [31:0]          wdata_i,         // Data of a store
  output logic                 gnt_o,           // Granted and answered
  output logic [31:0]          rdata_o,         // Data of a load, with the grant

  // The hardware kernel
  output logic                 req_o,           // Request, held until granted
  output logic                 we_o,            // Store
  output logic [19:0]          addr_o,          // Offset of a word
  output logic [31:0]          wdata_o,         // Data of a store
  input  logic                 gnt_i,           // Granted and answered
  input  logic [31:0]          rdata_i,         // Data of a load, with the grant
  input  logic [TaskWidth-1:0] current_id_i,    // Running task
  input  logic                 again_i,         // RESULT would say AGAIN

  // The banks
  input  logic                 trap_i,          // Pulse: a trap begins that is there to switch
  output logic                 busy_o,          // Such a trap has not switched yet
  input  logic                 interrupted_i,   // The running task goes on where it was interrupted
  output logic                 caller_runs_o,   // The load is still that of `caller_id_o`
  output logic [TaskWidth-1:0] caller_id_o,     // The task that began it
  output logic                 discard_o,       // What the core writes in this cycle, the one after the
                                                // grant, is nobody's
  output logic                 other_o          // The running task goes on behind RESUMED
);

  typedef enum logic [1:0] {
    AnswerBegin,   // The caller's RESULT, or if it has to switch DISPATCH
    AnswerResult,  // RESULT, after a switch
    AnswerValue    // VALUE, after a RESULT
  } answer_e;

  answer_e              answer_q, answer_d;
  logic                 posted_q;           // A store that was granted to the core
  logic [19:0]          posted_addr_q;
  logic [31:0]          posted_wdata_q;
  logic                 trap_q;             // A trap has to switch
  logic                 ahead_q, ahead_d;   // The answer was begun by a trap
  logic                 ready_q;            // That answer is in `kept_data_q`
  logic [NTasks-1:0]    values_q;           // Tasks whose last answer is VALUE
  logic [TaskWidth-1:0] caller_q;
  logic [31:0]          kept_data_q;
  logic                 discard_q, other_q;

  logic post, answer, pass, is_value, values, other, keeps, looks, kept, discard;

  assign is_value = addr_i == 20'(RegValue);
  assign post     = calls_req_i & we_i;
  assign answer   = calls_req_i & ~we_i & (addr_i == 20'(RegResult) | is_value);
  assign pass     = kernel_req_i | (calls_req_i & ~we_i & ~answer);
  assign values   = answer_q == AnswerBegin ? is_value : values_q[current_id_i];
  assign other    = rdata_i > 32'(ResultOk);

  always_comb begin
    req_o       = 1'b0;
    we_o        = 1'b0;
    addr_o      = addr_i;
    wdata_o     = wdata_i;
    gnt_o       = 1'b0;
    answer_d    = answer_q;
    ahead_d     = ahead_q;
    looks       = 1'b0;
    keeps       = 1'b0;
    kept        = 1'b0;
    discard     = 1'b0;
    if (posted_q) begin
      req_o   = 1'b1;
      we_o    = 1'b1;
      addr_o  = posted_addr_q;
      wdata_o = posted_wdata_q;
    end else begin
      unique case (answer_q)
        AnswerBegin: begin
          if (trap_q) begin
            req_o   = 1'b1;
            addr_o  = 20'(RegDispatch);
            ahead_d = 1'b1;
            if (gnt_i) answer_d = AnswerResult;
          end else if (answer && ready_q) begin
            {gnt_o, kept} = 2'b11;
          end else if (answer) begin
            req_o   = 1'b1;
            addr_o  = again_i ? 20'(RegDispatch) : 20'(RegResult);
            ahead_d = 1'b0;
            if (gnt_i) begin
              if (again_i)               answer_d = AnswerResult;
              else if (values && !other) answer_d = AnswerValue;
              else                       {gnt_o, looks} = 2'b11;
            end
          end else begin
            req_o = post | pass;
            we_o  = we_i;
            gnt_o = post | (pass & gnt_i);
          end
        end
        AnswerResult: begin
          addr_o = 20'(RegResult);
          if (ahead_q && (interrupted_i || current_id_i == caller_q)) begin
            answer_d = AnswerBegin;
          end else if (interrupted_i) begin
            {gnt_o, discard} = 2'b11;
            answer_d         = AnswerBegin;
          end else begin
            req_o = 1'b1;
            if (gnt_i) begin
              if (values && !other) begin
                answer_d = AnswerValue;
              end else begin
                answer_d = AnswerBegin;
                gnt_o    = answer;
                looks    = answer;
                keeps    = ~answer & ~other;
              end
            end
          end
        end
        default: begin
          req_o  = 1'b1;
          addr_o = 20'(RegValue);
          if (gnt_i) begin
            answer_d = AnswerBegin;
            gnt_o    = answer;
            keeps    = ~answer;
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      posted_q  <= 1'b0;
      trap_q    <= 1'b0;
      ahead_q   <= 1'b0;
      ready_q   <= 1'b0;
      values_q  <= '0;
      answer_q  <= AnswerBegin;
      discard_q <= 1'b0;
      other_q   <= 1'b0;
    end else begin
      posted_q  <= (posted_q | (post & gnt_o)) & ~gnt_i;
      trap_q    <= trap_i | (trap_q & ~(addr_o == 20'(RegDispatch) & gnt_i));
      ahead_q   <= ahead_d;
      ready_q   <= keeps | (ready_q & ~gnt_o & ~trap_q);
      answer_q  <= answer_d;
      discard_q <= discard;
      other_q   <= looks & other;
      if (answer && answer_q == AnswerBegin) values_q[current_id_i] <= is_value;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!posted_q) begin
      posted_addr_q  <= addr_i;
      posted_wdata_q <= wdata_i;
    end
    if (answer_q == AnswerBegin) caller_q <= current_id_i;
    if (keeps)                   kept_data_q <= rdata_i;
  end

  assign rdata_o       = kept ? kept_data_q : rdata_i;
  assign busy_o        = trap_q;
  assign caller_runs_o = answer_q != AnswerBegin & ~ahead_q;
  assign caller_id_o   = caller_q;
  assign discard_o     = discard_q;
  assign other_o       = other_q;

endmodule
