// SPDX-License-Identifier: Apache-2.0
//
// The trace: records who becomes ready, who runs, and the lines, as words with their time, for
// whoever reads them: a program, a debugger, or pins. docs/reference/trace-words.md has the words.
//
// All that happens in one cycle is in one word. Its 12 bits of time tell the whole time as long as
// no more than one step of 2,048 cycles lies between it and the word before: else a gap, with more
// bits, comes in the cycle before it. So there is one word to write in each cycle at most.
//
// Where there is no room for a word the trace stops. It goes on when all words have been read, with
// a gap that says so, and a word with the running task and the lines.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_trace
  import isochron_trace_registers_pkg::*;
#(
  parameter int unsigned Depth = 512  // Words that it keeps, 4 or more, a power of two; block RAM
                                      // grows with it, 512 words are one block of an ECP5
) (
  input  logic        clk_i,    // Clock, the hardware kernel's, which never stops
  input  logic        rst_ni,   // Asynchronous reset, active low, the hardware kernel's

  input  logic [10:0] trace_i,  // What happens to tasks: `trace_o` of isochron
  input  logic [7:0]  lines_i,  // Lines to record, asynchronous; 0 where there is none

  output logic        valid_o,  // There is a word
  output logic [31:0] word_o,   // The oldest word
  input  logic        ready_i   // It is taken away, if there is one
);

  localparam int unsigned TimeWidth = 38;
  localparam int unsigned StepWidth = 11;  // a step is 2**StepWidth cycles

  // -- Time -------------------------------------------------------------------------------------
  logic [TimeWidth-1:0] time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) time_q <= '0;
    else         time_q <= time_q + 1'b1;
  end

  // -- What happens; its word is written one cycle later ----------------------------------------
  logic [7:0]  meta_q, lines_q, last_q;
  logic        of_task, happens, resumes, event_q;
  logic [31:0] event_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meta_q  <= '0;
      lines_q <= '0;
      last_q  <= '0;
      event_q <= 1'b0;
    end else begin
      meta_q  <= lines_i;
      lines_q <= meta_q;
      last_q  <= lines_q;
      event_q <= happens;
    end
  end

  always_ff @(posedge clk_i) begin
    event_word_q[RegEventIsEventLsb]               <= 1'b1;
    event_word_q[RegEventTaskLsb+:11]              <= trace_i;
    event_word_q[RegEventLinesLsb+:8]              <= lines_q;
    event_word_q[RegEventTimeLsb+:(StepWidth + 1)] <= time_q[StepWidth:0];
  end

  assign of_task = trace_i[10:7] != 4'(TracedNothing);
  assign happens = of_task | lines_q != last_q | resumes;

  // -- Does its word tell the time? -------------------------------------------------------------
  logic step, one_q, many_q;  // steps since what happened last: there was one; there were more

  assign step = &time_q[StepWidth-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      one_q  <= 1'b0;
      many_q <= 1'b0;
    end else begin
      one_q  <= step | (one_q & ~happens);
      many_q <= (many_q | (step & one_q)) & ~happens;
    end
  end

  // -- Words ------------------------------------------------------------------------------------
  logic        full, empty, push, gap, lost_q;
  logic [31:0] gap_word;

  // What is not named of a gap is WHAT of a word without an event, which is 0.
  always_comb begin
    gap_word                                         = event_word_q;
    gap_word[RegGapIsEventLsb]                       = 1'b0;
    gap_word[RegGapLostLsb]                          = lost_q;
    gap_word[RegGapTimeLsb+:(TimeWidth - StepWidth)] = time_q[TimeWidth-1:StepWidth];
  end

  assign resumes = lost_q & empty & ~event_q & ~of_task;
  assign gap     = lost_q ? resumes : happens & many_q;
  assign push    = gap | (event_q & ~lost_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lost_q <= 1'b0;
    else         lost_q <= lost_q ? ~resumes : push & full;
  end

  isochron_fifo_block #(.Width(32), .Depth(Depth)) u_words (
    .clk_i, .rst_ni,
    .push_i(push), .data_i(gap ? gap_word : event_word_q), .full_o(full), .empty_o(empty),
    .valid_o, .data_o(word_o), .pop_i(ready_i & valid_o)
  );

  `ISOCHRON_ASSERT(OneWordInACycle, ~(gap & event_q))
  `ISOCHRON_ASSERT(NothingIsInAGap, ~gap | event_word_q[RegEventWhatLsb+:4] == 4'(TracedNothing))
  `ISOCHRON_ASSERT(NothingIsLostUnnoticed, ~(push & full) | ~lost_q)

`ifdef FORMAL
  `include "isochron_trace_properties.svh"
`endif

endmodule
