// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_time_manager of 64 bits; proven by induction (hardware/formal/proofs.toml).
//
// A program reads the time as docs/explanation/time-manager.md says: TIME_HIGH, TIME_LOW,
// TIME_HIGH. If the first and the third are the same, the time was {first, second} in the cycle of the second, whatever
// others load and store in between, as long as nobody sets the time. The time is set at once, from
// two stores, and counts cycles otherwise. A delay of two words is asked for with both.
//
// Which loads are that program's is arbitrary: those with bit 0 of wdata_i, which no load uses.
//
// Assumed of the program: its three loads take less than 2^62 cycles.
module isochron_time_reads
  import isochron_time_manager_registers_pkg::*;
#(
  parameter int unsigned NTasks = 12,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        req_i,
  input logic        we_i,
  input logic [10:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        gnt_o,
  input logic [31:0] rdata_o,
  input logic [63:0] time_q,
  input logic [63:0] cycles
);

  logic reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) reset_q <= 1'b1;

  always_comb assume (rst_ni == reset_q);

  // -- The time, and its halves -------------------------------------------------------------------
  logic        loads_low, loads_high, sets_low, sets_high;
  logic        compare_q = 1'b0, set_q;
  logic [63:0] before_q;
  logic [31:0] data_q, upper_q;  // of the last transfer; what SetTime takes as the high word

  assign loads_low  = req_i & gnt_o & ~we_i & addr_i == 11'(RegTimeLow);
  assign loads_high = req_i & gnt_o & ~we_i & addr_i == 11'(RegTimeHigh);
  assign sets_low   = req_i & gnt_o & we_i & addr_i == 11'(RegTimeLow);
  assign sets_high  = req_i & gnt_o & we_i & addr_i == 11'(RegTimeHigh);

  always_ff @(posedge clk_i) begin
    compare_q <= reset_q;
    set_q     <= sets_low;
    before_q  <= time_q;
    data_q    <= wdata_i;
    if (!reset_q)       upper_q <= '0;
    else if (sets_high) upper_q <= wdata_i;
  end

  always_comb begin
    if (compare_q) begin
      assert (time_q == (set_q ? {upper_q, data_q} : before_q + 64'd1));
    end
    if (loads_low)  assert (rdata_o == time_q[31:0]);
    if (loads_high) assert (rdata_o == time_q[63:32]);
    if (reset_q) assert (upper_q == isochron_time_manager.gen_high.time_high_q);
  end

  // -- The three loads ----------------------------------------------------------------------------
  logic        mine;
  logic [1:0]  loaded_q;                  // how many
  logic [63:0] first_q, second_q;         // the time at the first and second
  logic [61:0] since_first_q, between_q;  // cycles

  assign mine = wdata_i[0];

  always_ff @(posedge clk_i) begin
    if (!reset_q || sets_low) begin
      loaded_q <= '0;
    end else if (mine & loads_high) begin  // the third may be the first of the next try
      loaded_q      <= 2'd1;
      first_q       <= time_q;
      since_first_q <= 62'd1;
    end else begin
      since_first_q <= since_first_q + 62'd1;
      if (mine & loads_low & loaded_q == 2'd1) begin
        loaded_q  <= 2'd2;
        second_q  <= time_q;
        between_q <= since_first_q;
      end
    end
  end

  always_comb begin
    if (loaded_q != '0) assume (~&since_first_q);
    if (reset_q) begin
      assert (loaded_q <= 2'd2);
      if (loaded_q != '0) assert (time_q == first_q + 64'(since_first_q));
      if (loaded_q == 2'd2) begin
        assert (second_q == first_q + 64'(between_q) & between_q < since_first_q);
        if (mine & loads_high & time_q[63:32] == first_q[63:32]) begin
          assert ({first_q[63:32], second_q[31:0]} == second_q);
        end
      end
    end
  end

  // -- Delays of two words, of an arbitrary task --------------------------------------------------
  (* keep *) logic [TaskWidth-1:0] any_q;
  logic        asks, asks_q = 1'b0;  // for a delay of the task
  logic        names, has_high_q;    // the transfer names the task; it has a high word
  logic [31:0] word_q;

  assign names = req_i & gnt_o & we_i & addr_i[1:0] == '0 & 32'(addr_i[7:2]) == 32'(any_q);
  assign asks  = isochron_time_manager.store & names
               & (addr_i[10:8] == 3'(RegDelay >> 8) | addr_i[10:8] == 3'(RegNext >> 8));

  always_ff @(posedge clk_i) begin
    any_q  <= any_q;
    asks_q <= reset_q & asks;
    if (!reset_q || asks_q) begin
      has_high_q <= 1'b0;
    end else if (names && addr_i[10:8] == 3'(RegHigh >> 8)) begin
      has_high_q <= 1'b1;
      word_q     <= wdata_i;
    end
  end

  always_comb begin
    assume (32'(any_q) < NTasks);
    if (compare_q & asks_q) assert (cycles == {has_high_q ? word_q : '0, data_q});
    if (reset_q) begin
      assert (has_high_q == isochron_time_manager.gen_high.high_q[any_q]);
      assert (~has_high_q | word_q == isochron_time_manager.gen_high.u_high.memory_q[any_q]);
      // nothing is granted while a delay is being asked for
      assert (~isochron_time_manager.gen_high.request_q | ~isochron_time_manager.ready);
      assert (~asks_q | (isochron_time_manager.gen_high.request_q
                         & isochron_time_manager.gen_high.index_q == any_q));
      assert (~asks_q | isochron_time_manager.low_q == data_q);
      assert (asks_q | ~(isochron_time_manager.gen_high.request_q
                         & isochron_time_manager.gen_high.index_q == any_q));
    end
  end

endmodule

bind isochron_time_manager isochron_time_reads #(.NTasks(NTasks)) u_reads (.*);
