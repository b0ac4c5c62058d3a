// SPDX-License-Identifier: Apache-2.0
//
// What is reconfigured at run time: which tasks exist, and the precision of each. A store is done in
// its cycle and is of one word of tasks, or of one task: nothing else here changes.
//
// Area grows with NTasks.
module isochron_time_manager_channels
  import isochron_time_manager_registers_pkg::*;
  import isochron_time_manager_pkg::*;
#(
  parameter int unsigned NTasks = 12,  // Tasks, 4 to 64
  parameter int unsigned Width  = 64,  // Bits of a delay after reset
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,              // Clock
  input  logic                 rst_ni,             // Asynchronous reset, active low

  input  logic                 store_enable_i,     // A word of ENABLE is stored
  input  logic                 word_i,             // Which of the two
  input  logic                 store_precision_i,  // The task's PRECISION is stored
  input  logic [TaskWidth-1:0] task_i,             // Whose precision is stored, or read
  input  logic [31:0]          wdata_i,            // Word to store

  output logic [NTasks-1:0]    enabled_o,          // Tasks that exist
  output logic [NTasks-1:0]    enabled_next_o,     // ... from the next cycle on
  output precision_t           precision_o,        // The task's precision
  output logic                 possible_o          // The word is a precision that the hardware can have
);

  logic [NTasks-1:0] enabled_q, named, stored;  // who exists; whom the word names, and who is to exist

  assign named          = NTasks'(word_i ? {32'hFFFF_FFFF, 32'd0} : {32'd0, 32'hFFFF_FFFF});
  assign stored         = NTasks'(word_i ? {wdata_i, 32'd0} : {32'd0, wdata_i});
  assign enabled_o      = enabled_q;
  assign enabled_next_o = store_enable_i ? (enabled_q & ~named) | stored : enabled_q;

  logic [NTasks-1:0] own_q;  // the task has a precision of its own, not that of reset
  precision_t        written, read;

  assign written.width = wdata_i[RegPrecisionWidthLsb +: 7];
  assign written.shift = wdata_i[RegPrecisionShiftLsb +: 6];

  assign possible_o = written.width != '0 & {1'b0, written.width} + 8'(written.shift) <= 8'(Width);

  isochron_ram_distributed #(.Width($bits(precision_t)), .Depth(NTasks)) u_precision (
    .clk_i,
    .write_i(store_precision_i), .waddr_i(task_i), .wdata_i(written),
    .raddr_i(task_i), .rdata_o(read)
  );

  assign precision_o = own_q[task_i] ? read : '{width: 7'(Width), shift: '0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enabled_q <= '1;
      own_q     <= '0;
    end else begin
      enabled_q <= enabled_next_o;
      if (store_precision_i) own_q[task_i] <= 1'b1;
    end
  end

endmodule
