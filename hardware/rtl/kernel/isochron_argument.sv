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
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  logic        clk_i,        // Clock
  input  operation_e  operation_i,  // The operation
  input  logic [31:0] argument_i,   // Its argument

  // One cycle later
  output argument_t   argument_o,   // What is to be known of the argument
  output logic        no_count_o    // The argument is no maximum with an initial count, and no
                                    // length of a queue
);

  logic [15:0] maximum, count;
  argument_t   argument_q;
  logic        no_count_q;

  assign maximum = operation_i == OpQueueCreate ? argument_i[15:0] : argument_i[31:16];
  assign count   = argument_i[15:0];  // a queue begins empty

  always_ff @(posedge clk_i) begin
    argument_q.zero        <= argument_i == '0;
    argument_q.one         <= argument_i == 32'd1;
    argument_q.endless     <= &argument_i;
    argument_q.no_priority <= argument_i[31:PriorityWidth] != '0
                            | 32'(argument_i[PriorityWidth-1:0]) >= NPriorities;
    no_count_q             <= maximum == '0 | maximum < count
                            | maximum != 16'(CountWidth'(maximum))
                            | (operation_i == OpQueueCreate & argument_i[31:16] != '0);
  end

  assign argument_o = argument_q;
  assign no_count_o = no_count_q;

endmodule
