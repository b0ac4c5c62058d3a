// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_time_manager with Reconfigurable; proven by induction (hardware/formal/proofs.toml).
//
// A reconfiguration of one task changes nothing of another one. That is told of one task, whichever
// it is: `any_q` never changes, and the others are there with whatever they do. Beside the block runs
// what the stores to this task's registers, and its own bits of ENABLE and WAKE, say of it. The
// block's answers to this task, the cycles and the cycle of its requests, and its bit in WAKE are
// those, so nothing else has a part in them. That a delay is over in exactly its cycle, whoever else
// exists, is the proof time-manager-delays.
module isochron_time_reconfiguration
  import isochron_time_manager_registers_pkg::*;
  import isochron_time_manager_pkg::*;
#(
  parameter int unsigned NTasks = 12,
  parameter int unsigned Width  = 64,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              req_i,
  input logic              we_i,
  input logic [10:0]       addr_i,
  input logic [31:0]       wdata_i,
  input logic              gnt_o,
  input logic [31:0]       rdata_o,
  input logic              err_o,
  input logic [NTasks-1:0] known,
  input logic [NTasks-1:0] waiting,
  input logic [NTasks-1:0] expire,
  input logic [NTasks-1:0] wake_q
);

  localparam logic [2:0] Delay     = 3'(RegDelay >> 8);
  localparam logic [2:0] High      = 3'(RegHigh >> 8);
  localparam logic [2:0] Next      = 3'(RegNext >> 8);
  localparam logic [2:0] Cancel    = 3'(RegCancel >> 8);
  localparam logic [2:0] Precision = 3'(RegPrecision >> 8);

  logic reset_q = 1'b0;  // there was a reset
  (* keep *) logic [TaskWidth-1:0] any_q;

  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    any_q   <= any_q;
  end

  always_comb begin
    assume (rst_ni == reset_q);
    assume (32'(any_q) < NTasks);
  end

  // -- The task's own stores ----------------------------------------------------------------------
  logic       exists_q;    // the task does
  logic [6:0] width_q;     // its bits
  logic [5:0] shift_q;     // its division of the clock
  logic       has_high_q;  // it has a high word
  logic [31:0] word_q;     // ... which is this

  logic [2:0]  page;
  logic        names, sets, own_bit, goes, clears;
  logic        may_q;                // in the last cycle a request was taken, of whomever
  logic        asks, asks_q = 1'b0;  // for a delay of the task, in this cycle, and in the last one
  logic [31:0] low_q;
  logic [63:0] word;
  logic        fits;

  assign page    = addr_i[10:8];
  assign names   = req_i & gnt_o & addr_i[1:0] == '0 & 32'(addr_i[7:2]) == 32'(any_q);
  assign sets    = req_i & gnt_o & we_i & addr_i == 11'(RegEnable) + {8'd0, 6'(any_q) >= 6'd32, 2'd0};
  assign clears  = req_i & gnt_o & we_i & addr_i == 11'(RegWake) + {8'd0, 6'(any_q) >= 6'd32, 2'd0};
  assign own_bit = wdata_i[5'(any_q)];
  assign goes    = sets & ~own_bit;

  assign word = page == High ? {wdata_i, 32'd0} : {32'd0, wdata_i};
  assign fits = word >> width_q == '0 & (page != High | width_q > 7'd32);
  assign asks = names & we_i & ~err_o & (page == Delay | page == Next);

  always_ff @(posedge clk_i) begin
    asks_q <= reset_q & asks;
    low_q  <= wdata_i;
    may_q  <= reset_q & req_i & gnt_o & we_i & ~err_o & page inside {Delay, Next, Cancel};

    if (!reset_q)  exists_q <= 1'b1;
    else if (sets) exists_q <= own_bit;

    if (!reset_q) begin
      width_q <= 7'(Width);
      shift_q <= '0;
    end else if (names && we_i && !err_o && page == Precision) begin
      width_q <= wdata_i[RegPrecisionWidthLsb +: 7];
      shift_q <= wdata_i[RegPrecisionShiftLsb +: 6];
    end

    if (!reset_q || asks_q || goes || (names && we_i && !err_o && page == Precision)) begin
      has_high_q <= 1'b0;
    end else if (names && we_i && !err_o && page == High) begin
      has_high_q <= 1'b1;
      word_q     <= wdata_i;
    end
  end

  // -- What holds ---------------------------------------------------------------------------------
  logic [7:0] sum;
  logic       refused;

  assign sum = 8'(wdata_i[RegPrecisionWidthLsb +: 7]) + 8'(wdata_i[RegPrecisionShiftLsb +: 6]);

  always_comb begin
    unique case (page)
      Delay:   refused = ~exists_q | ~fits;
      High:    refused = ~exists_q | ~fits | Width <= 32;
      Next:    refused = ~exists_q | ~fits | ~known[any_q];
      Cancel:  refused = ~exists_q;
      default: refused = waiting[any_q] | wdata_i[RegPrecisionWidthLsb +: 7] == '0 | sum > 8'(Width);
    endcase
    if (reset_q) begin
      // whether the task exists, its precision, and what it may do is its own affair
      assert (exists_q == isochron_time_manager.enabled[any_q]);
      if (names & page inside {Delay, High, Next, Cancel, Precision}) begin
        assert (err_o == (we_i ? refused : page != Precision));
      end
      if (names & ~we_i & page == Precision) begin
        assert (rdata_o == (32'(width_q) << RegPrecisionWidthLsb | 32'(shift_q) << RegPrecisionShiftLsb));
      end
      assert (width_q != '0 & 8'(width_q) + 8'(shift_q) <= 8'(Width));
      // it is asked for so many cycles, and in its cycle: only a request makes others wait
      assert (gnt_o == (req_i & ~may_q));
      if (asks_q) begin
        assert (isochron_time_manager.cycles == Width'({has_high_q ? word_q : '0, low_q}));
        assert (isochron_time_manager.shift_q == shift_q);
      end
    end
  end

  // Its bit in WAKE, which none but its own delay sets.
  logic compare_q = 1'b0, wake_next_q;

  always_ff @(posedge clk_i) begin
    compare_q   <= reset_q;
    wake_next_q <= ((wake_q[any_q] & ~(clears & own_bit)) | expire[any_q]) & ~goes
                 & (sets | exists_q);
  end

  always_comb if (compare_q) assert (wake_q[any_q] == wake_next_q);

  // Where the block keeps it.
  if (Width > 32) begin : gen_high
    always_comb begin
      if (reset_q) begin
        assert (has_high_q == isochron_time_manager.gen_high.high_q[any_q]);
        assert (~has_high_q | word_q == isochron_time_manager.gen_high.u_high.memory_q[any_q]);
        assert (~has_high_q | (exists_q & width_q > 7'd32));
        assert (asks_q == (isochron_time_manager.gen_high.request_q
                           & isochron_time_manager.gen_high.index_q == any_q));
      end
    end
  end else begin : gen_low
    always_comb if (reset_q) assert (~has_high_q);
  end

  always_comb begin
    if (reset_q) begin
      assert (may_q == ~isochron_time_manager.ready);
      assert (~asks_q | may_q);
      assert (~asks_q | low_q == 32'(isochron_time_manager.low_q));
      assert ((isochron_time_manager.gen_reconfigurable.u_channels.own_q[any_q]
               ? isochron_time_manager.gen_reconfigurable.u_channels.u_precision.memory_q[any_q]
               : {7'(Width), 6'd0}) == {width_q, shift_q});
    end
  end

endmodule

bind isochron_time_manager isochron_time_reconfiguration #(
  .NTasks(NTasks), .Width(Width)
) u_reconfiguration (.*);
