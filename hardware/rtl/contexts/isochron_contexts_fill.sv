// SPDX-License-Identifier: Apache-2.0
//
// How a task's registers come from the store into a slot: by rows of eight registers, one row a cycle.
// Register r is in row r / 8 and column r % 8.
//
//   cycle 0        `begin_i`; the store is asked for row 0
//   cycles 1 to 4  rows 0 to 3 are written; the store is asked for the next one
//   cycle 5        all registers are there
//
// A column has one write port, and what else is written there goes first. The register that has to give
// way comes with its row's next turn, four cycles later. What is written to the slot itself is newer
// than the store's word, which does not come any more.
module isochron_contexts_fill #(
  parameter int unsigned NTasks = 32,  // Tasks
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,             // Clock
  input  logic                 rst_ni,            // Asynchronous reset, active low

  // What is asked for
  input  logic                 begin_i,           // A task's registers begin to be brought in, in place
                                                  // of those that are under way
  input  logic [TaskWidth-1:0] task_i,            // This task's
  input  logic [1:0]           slot_i,            // To this slot

  // What else is written to slots in this cycle
  input  logic                 write_i,           // A register is
  input  logic [1:0]           write_slot_i,      // Its slot
  input  logic [4:0]           write_register_i,  // Its number

  // The store, whose row comes a cycle after it is asked for
  output logic [TaskWidth-1:0] read_task_o,       // The task of the row that is asked for
  output logic [1:0]           read_row_o,        // That row

  // The slot
  output logic                 active_o,          // Registers are under way
  output logic                 soon_o,            // They are all there from the cycle after the next on,
                                                  // if nothing else is written until then
  output logic [1:0]           slot_o,            // Their slot
  output logic [1:0]           row_o,             // The row that has come
  output logic [7:0]           columns_o          // Those of its columns that are written
);

  localparam int unsigned Columns = 8;

  logic                 active_q, undisturbed_q;
  logic [1:0]           slot_q, row_q, row_d;
  logic [TaskWidth-1:0] task_q;
  logic [31:0]          there_q, there_d;  // registers that have come, or are newer
  logic [Columns-1:0]   written;           // the column that else is written

  assign row_d   = row_q + 2'd1;
  assign written = write_i ? Columns'(1) << write_register_i[2:0] : '0;

  // The rows come in turn, whatever else is written: that is known late in a cycle.
  assign read_task_o = begin_i ? task_i : task_q;
  assign read_row_o  = begin_i ? '0 : row_d;

  always_comb begin
    there_d = there_q;
    for (int unsigned c = 0; c < Columns; c++) begin
      columns_o[c] = active_q & ~there_q[{row_q, 3'(c)}] & ~written[c];
      if (columns_o[c]) there_d[{row_q, 3'(c)}] = 1'b1;
    end
    if (write_i && write_slot_i == slot_q) there_d[write_register_i] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       active_q <= 1'b0;
    else if (begin_i)  active_q <= 1'b1;
    else if (&there_d) active_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (begin_i) begin
      slot_q        <= slot_i;
      task_q        <= task_i;
      row_q         <= '0;
      there_q       <= '0;
      undisturbed_q <= 1'b1;
    end else if (active_q) begin
      row_q         <= row_d;
      there_q       <= there_d;
      undisturbed_q <= row_q == 2'd3 | (undisturbed_q & ~write_i);
    end
  end

  assign active_o = active_q;
  assign soon_o   = ~active_q | (undisturbed_q & row_q[1]);
  assign slot_o   = slot_q;
  assign row_o    = row_q;

endmodule
