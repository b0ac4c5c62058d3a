// SPDX-License-Identifier: Apache-2.0
//
// What decisions ask about all bits of an argument, one cycle after it: the argument stands from
// Fetch on, so Decide need not wait for wide comparisons.
module isochron_argument
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with their number's bits
  parameter int unsigned CountWidth  = 16,  // Bits of a semaphore's count, 1 to 16; area grows with
                                            // it
  parameter int unsigned MessageWords = 64,  // Words that a queue has for its items
  parameter bit          Affinity    = 1'b0,  // TASK_CREATE has cores behind the priority
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  logic        clk_i,        // Clock
  input  logic        active_i,     // An operation is under way
  input  operation_e  operation_i,  // The operation
  input  logic [31:0] argument_i,   // Its argument

  // One cycle later
  output argument_t   argument_o    // What is to be known of the argument
);

  logic [15:0] maximum, count;
  argument_t   argument_q;

  assign maximum = operation_i == OpQueueCreate ? argument_i[15:0] : argument_i[31:16];
  assign count   = argument_i[15:0];  // a queue begins empty

  // The words of an item; none: its items are in ordinary memory.
  logic [15:0] words;
  logic        no_room;

  assign words = argument_i[31:16];

  always_comb begin
    unique case (words)
      16'd0:   no_room = 1'b0;
      16'd1:   no_room = 32'(argument_i[15:0]) > MessageWords;
      16'd2:   no_room = 32'(argument_i[15:0]) > MessageWords / 2;
      16'd3:   no_room = 32'(argument_i[15:0]) > MessageWords / 3;
      16'd4:   no_room = 32'(argument_i[15:0]) > MessageWords / 4;
      default: no_room = 1'b1;
    endcase
    if (MessageWords == 0) no_room = words != '0;
  end

  logic [31:0] priority_word;  // a priority, and nothing else

  assign priority_word = Affinity && operation_i == OpTaskCreate ? argument_i & ~32'hF00 : argument_i;

  always_ff @(posedge clk_i) begin
    if (active_i) begin
      argument_q.zero        <= argument_i == '0;
      argument_q.one         <= argument_i == 32'd1;
      argument_q.endless     <= &argument_i;
      argument_q.no_priority <= priority_word[31:PriorityWidth] != '0
                              | 32'(priority_word[PriorityWidth-1:0]) >= NPriorities;
      argument_q.no_count    <= maximum == '0 | maximum < count
                              | maximum != 16'(CountWidth'(maximum))
                              | (operation_i == OpQueueCreate & no_room);
    end
  end

  assign argument_o = argument_q;

endmodule
