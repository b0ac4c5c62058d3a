// SPDX-License-Identifier: Apache-2.0
//
// With this block between the core and the hardware kernel, a call that ends in a switch takes two
// instructions, a store and a load; docs/explanation/contexts.md describes how calls use it. There are
// two windows with the same registers. Requests in the kernel's own are passed on. In that of calls,
//
//   - a store is granted at once and passed on meanwhile; what comes next waits for it;
//   - a load of RESULT, or of VALUE, is an answer: if the running task has to switch, DISPATCH is
//     loaded first, and then the RESULT of the task that runs now. If that task asked for VALUE,
//     VALUE follows. The core sees one load. It writes the next task's register, unless that task
//     was interrupted and goes on elsewhere.
//
// A trap that is there to switch needs no load of the core's: DISPATCH is loaded as it begins, and the
// next task's answer while it ends.
//
// An answer is FAIL or OK, or the value of a call that ended so. Any other RESULT is answered as it
// is, one cycle later, and the task goes on at the code that handles it.
//
// The instruction behind an answer may need another task's registers, and the core decodes it as soon as
// the load is granted. So a task's requests are held while a command is worked on, and while the task has
// to switch. A held answer is let on when the next task has the processor and its registers are there,
// any other held request at once. The answer's first part is loaded meanwhile, and kept.
module isochron_contexts_calls
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

  // Requests that the core shows and that soc_bus does not grant yet
  output logic                 hold_o,          // None is to be granted in this cycle
  input  logic                 held_i,          // One was held in the cycle before: see `we_i`, `addr_i`
  input  logic                 held_calls_i,    // It is in the window of calls
  input  logic                 granted_i,       // One is granted in this cycle
  output logic                 turn_o,          // With that grant it becomes the running task's turn

  // The hardware kernel
  output logic                 req_o,           // Request, held until granted
  output logic                 we_o,            // Store
  output logic [19:0]          addr_o,          // Offset of a word
  output logic [31:0]          wdata_o,         // Data of a store
  input  logic                 gnt_i,           // Granted and answered
  input  logic [31:0]          rdata_i,         // Data of a load, with the grant
  input  logic [TaskWidth-1:0] current_id_i,    // Running task
  input  logic                 again_i,         // RESULT would say AGAIN
  input  logic                 becomes_again_i, // A store is granted with which it will say so
  input  logic                 other_i,         // RESULT says neither FAIL nor OK, with its grant

  // The contexts
  input  logic                 in_trap_i,       // Requests are those of a trap
  input  logic                 trap_i,          // Pulse: a trap begins that is there to switch
  output logic                 busy_o,          // Such a trap has not switched yet
  input  logic                 interrupted_i,   // The running task goes on where it was interrupted
  input  logic                 next_ready_i,    // The registers of the task that DISPATCH lets run are
                                                // there from the cycle after the next on
  input  logic                 ready_i,         // Those of the running task are there
  output logic                 discard_o,       // What the core writes in this cycle is nobody's
  output logic                 leaves_o,        // The kept answer is neither FAIL nor OK: the running
                                                // task will go on behind RESUMED
  output logic                 other_o          // Such an answer is given in this cycle
);

  typedef enum logic [1:0] {
    AnswerBegin,   // The running task's RESULT, or if it has to switch DISPATCH
    AnswerResult,  // RESULT, after a switch
    AnswerValue    // VALUE, after a RESULT
  } answer_e;

  answer_e              answer_q, answer_d;
  logic                 posted_q;           // A store that was granted to the core
  logic [19:0]          posted_addr_q;
  logic [31:0]          posted_wdata_q;
  logic                 switch_q;           // DISPATCH is to be loaded, and nobody waits for its word
  logic                 turning_q;          // DISPATCH is to be loaded, or was, for a held answer
  logic                 dispatched_q;       // It was loaded for that
  logic                 again_q;            // RESULT would say AGAIN, or did so in the cycle before
  logic                 hold_q;             // Requests are held,
  logic                 release_q;          // but the present one is granted as soon as the bus can
  logic                 kept_q;             // The answer is in `kept_data_q`,
  logic                 kept_other_q;       // ... which is neither FAIL nor OK
  logic                 turned_q;           // The core will ask for the answer of a task that it turned to
  logic                 drop_q;             // The answer to that is nobody's
  logic [NTasks-1:0]    values_q;           // Tasks whose last answer is VALUE
  logic [TaskWidth-1:0] caller_q;
  logic [31:0]          kept_data_q;

  logic is_answer, is_value, post, answer, pass, values, posts, kept, keeps, result, drops;
  logic held_answer, turns, turning, switches, dispatched, releases;

  assign is_value  = addr_i == 20'(RegValue);
  assign is_answer = ~we_i & (addr_i == 20'(RegResult) | is_value);
  assign post      = calls_req_i & we_i;
  assign answer    = calls_req_i & is_answer;
  assign pass      = kernel_req_i | (calls_req_i & ~we_i & ~answer);
  assign values    = answer_q == AnswerBegin ? is_value : values_q[current_id_i];
  assign posts     = (posted_q | (post & gnt_o)) & ~gnt_i;

  // -- Hold --------------------------------------------------------------------------------------

  assign held_answer = held_i & held_calls_i & is_answer;
  assign turns       = held_answer & hold_o & again_q & ~posted_q & ~turning_q & ~switch_q
                     & answer_q == AnswerBegin;
  assign switches    = (switch_q | turns) & answer_q == AnswerBegin & ~posted_q;
  assign dispatched  = switches & gnt_i;
  assign turning     = (turning_q | turns) & ~turn_o;

  always_comb begin
    releases = held_i & ~held_answer;
    if (turning_q | turns) releases = dispatched_q ? ready_i : dispatched & next_ready_i;
    if (release_q)         releases = ~granted_i;
  end

  assign hold_o = hold_q & ~release_q;
  assign turn_o = turning_q & release_q & granted_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      again_q      <= 1'b0;
      hold_q       <= 1'b0;
      switch_q     <= 1'b0;
      turning_q    <= 1'b0;
      dispatched_q <= 1'b0;
      release_q    <= 1'b0;
    end else begin
      again_q      <= becomes_again_i | again_i;
      hold_q       <= ~in_trap_i & (posts | becomes_again_i | again_i | turning);
      switch_q     <= trap_i | ((switch_q | turns) & ~dispatched);
      turning_q    <= turning;
      dispatched_q <= turning & (dispatched_q | dispatched);
      release_q    <= releases;
    end
  end

  // -- Transfers ---------------------------------------------------------------------------------

  always_comb begin
    req_o     = 1'b0;
    we_o      = 1'b0;
    addr_o    = addr_i;
    wdata_o   = wdata_i;
    gnt_o     = 1'b0;
    answer_d  = answer_q;
    result    = 1'b0;
    kept      = 1'b0;
    keeps     = 1'b0;
    drops     = 1'b0;
    discard_o = 1'b0;
    if (posted_q) begin
      req_o   = 1'b1;
      we_o    = 1'b1;
      addr_o  = posted_addr_q;
      wdata_o = posted_wdata_q;
    end else begin
      unique case (answer_q)
        AnswerBegin: begin
          if (switches) begin
            req_o  = 1'b1;
            addr_o = 20'(RegDispatch);
            if (gnt_i) answer_d = AnswerResult;
          end else if (answer && drop_q) begin
            {gnt_o, discard_o} = 2'b11;
          end else if (answer && kept_q) begin
            {gnt_o, kept} = 2'b11;
          end else if (answer) begin
            req_o  = 1'b1;
            addr_o = 20'(RegResult);
            if (gnt_i) begin
              if (other_i)     {keeps, result} = 2'b11;
              else if (values) answer_d = AnswerValue;
              else             gnt_o = 1'b1;
            end
          end else begin
            req_o = post | pass;
            we_o  = we_i;
            gnt_o = post | (pass & gnt_i);
          end
        end
        AnswerResult: begin
          addr_o = 20'(RegResult);
          if (interrupted_i || current_id_i == caller_q) begin
            drops    = turning_q & interrupted_i;
            answer_d = AnswerBegin;
          end else begin
            req_o = 1'b1;
            if (gnt_i) begin
              if (other_i) begin
                answer_d = AnswerBegin;
                result   = 1'b1;
                keeps    = turned_q | answer;
              end else if (values) begin
                answer_d = AnswerValue;
              end else begin
                answer_d = AnswerBegin;
                gnt_o    = answer;
                keeps    = ~answer;
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
      posted_q <= 1'b0;
      kept_q   <= 1'b0;
      turned_q <= 1'b0;
      drop_q   <= 1'b0;
      values_q <= '0;
      answer_q <= AnswerBegin;
    end else begin
      posted_q <= posts;
      kept_q   <= keeps | (kept_q & ~(calls_req_i & gnt_o) & ~dispatched & current_id_i == caller_q);
      turned_q <= turns | (turned_q & ~answer);
      drop_q   <= drops | (drop_q & ~(answer & gnt_o));
      answer_q <= answer_d;
      // A kept answer belongs to a load from before, which was noted then.
      if (turns || (answer && answer_q == AnswerBegin && !kept_q && !drop_q)) begin
        values_q[current_id_i] <= is_value;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (post && !posted_q) begin
      posted_addr_q  <= addr_i;
      posted_wdata_q <= wdata_i;
    end
    if (answer_d == AnswerBegin) caller_q <= current_id_i;
    if (keeps) begin
      kept_data_q  <= rdata_i;
      kept_other_q <= result;
    end
  end

  assign rdata_o  = kept ? kept_data_q : rdata_i;
  assign busy_o   = switch_q;
  assign leaves_o = kept_q & kept_other_q;
  assign other_o  = kept & kept_other_q;

endmodule
