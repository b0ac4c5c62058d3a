// SPDX-License-Identifier: Apache-2.0

// Interrupt generator: lines that rise a programmable number of cycles, plus a random number,
// after they are armed, and stay high until they are acknowledged.
//
// The random generator advances with every arming and with nothing else, so a program meets the
// same phases whatever it does in between.
module soc_interrupt_generator
  import soc_registers_pkg::*;
#(
  parameter int unsigned NumLines = 8  // Interrupt lines, at most 8
) (
  input  logic                clk_i,    // Clock
  input  logic                rst_ni,   // Asynchronous reset, active low
  input  logic [31:0]         seed_i,   // State of the random generator after reset

  // Device port of soc_bus, words only, always granted
  input  logic                req_i,    // Load or store
  input  logic                we_i,     // Store
  input  logic [15:0]         addr_i,   // Byte offset
  input  logic [31:0]         wdata_i,  // Word to store
  output logic [31:0]         rdata_o,  // Word loaded, one cycle after the request
  output logic                err_o,    // No such register, one cycle after the request

  output logic [NumLines-1:0] lines_o,  // The lines
  output logic                irq_o     // One of the enabled lines is high
);

  localparam int unsigned IndexWidth = $clog2(NumLines);

  // The description numbers the registers of all peripherals; a peripheral sees its own offset.
  localparam logic [15:0] Pending     = 16'(RegInterruptGeneratorPending);
  localparam logic [15:0] Enable      = 16'(RegInterruptGeneratorEnable);
  localparam logic [15:0] Acknowledge = 16'(RegInterruptGeneratorAcknowledge);
  localparam logic [15:0] Seed        = 16'(RegInterruptGeneratorSeed);
  localparam logic [15:0] Armed       = 16'(RegInterruptGeneratorArmed);
  localparam logic [15:0] Delay       = 16'(RegInterruptGeneratorDelay);
  localparam logic [15:0] Mask        = 16'(RegInterruptGeneratorMask);
  localparam logic [15:0] Count       = 16'(RegInterruptGeneratorCount);

  // Marsaglia's xorshift with 32 bits: period 2^32 - 1, and 0 stays 0.
  function automatic logic [31:0] next_random(logic [31:0] state);
    logic [31:0] x;
    x = state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
  endfunction

  function automatic logic [31:0] valid_seed(logic [31:0] seed);
    return (seed == '0) ? 32'd1 : seed;
  endfunction

  logic [NumLines-1:0]   pending_d, pending_q;
  logic [NumLines-1:0]   enable_d, enable_q;
  logic [NumLines-1:0]   armed_d, armed_q;
  logic [31:0]           random_d, random_q;
  logic                  seeded_q;  // The first cycle after reset takes the seed
  logic [31:0]           left_d[NumLines], left_q[NumLines];
  logic [31:0]           mask_d[NumLines], mask_q[NumLines];
  logic [31:0]           count_d[NumLines], count_q[NumLines];
  logic [31:0]           rdata_d;
  logic                  err_d;
  logic                  store;
  logic [IndexWidth-1:0] index;
  logic [31:0]           delay;

  assign store = req_i & we_i;
  assign index = addr_i[2+:IndexWidth];
  assign delay = wdata_i + (next_random(random_q) & mask_q[index]);

  function automatic logic in_array(logic [15:0] offset, logic [15:0] base);
    return (offset >= base) && (offset < base + 16'(4 * NumLines)) && (offset[1:0] == '0);
  endfunction

  always_comb begin
    pending_d = pending_q;
    enable_d  = enable_q;
    armed_d   = armed_q;
    random_d  = seeded_q ? random_q : valid_seed(seed_i);
    left_d    = left_q;
    mask_d    = mask_q;
    count_d   = count_q;
    rdata_d   = '0;
    err_d     = 1'b0;

    // A line that is still high rises after its acknowledgement: no edge is lost.
    for (int unsigned i = 0; i < NumLines; i++) begin
      if (armed_q[i] && left_q[i] > 32'd1) left_d[i] = left_q[i] - 32'd1;
      if (armed_q[i] && left_q[i] <= 32'd1 && !pending_q[i]) begin
        armed_d[i]   = 1'b0;
        left_d[i]    = '0;
        pending_d[i] = 1'b1;
        count_d[i]   = count_q[i] + 32'd1;
      end
    end

    if (addr_i == Pending) rdata_d = 32'(pending_q);
    else if (addr_i == Enable) begin
      rdata_d = 32'(enable_q);
      if (store) enable_d = wdata_i[NumLines-1:0];
    end else if (addr_i == Acknowledge) begin
      // A line that rises in this very cycle is not acknowledged: nobody has seen it.
      if (store) pending_d &= ~(wdata_i[NumLines-1:0] & pending_q);
    end else if (addr_i == Seed) begin
      rdata_d = random_q;
      if (store) random_d = valid_seed(wdata_i);
    end else if (addr_i == Armed) begin
      rdata_d = 32'(armed_q);
      if (store) armed_d &= ~wdata_i[NumLines-1:0];
    end else if (in_array(addr_i, Delay)) begin
      rdata_d = left_q[index];
      if (store) begin
        random_d       = next_random(random_q);
        armed_d[index] = 1'b1;
        left_d[index]  = (delay == '0) ? '0 : delay - 32'd1;
        if (delay <= 32'd1 && !pending_d[index]) begin
          armed_d[index]   = 1'b0;
          pending_d[index] = 1'b1;
          count_d[index]   = count_q[index] + 32'd1;
        end
      end
    end else if (in_array(addr_i, Mask)) begin
      rdata_d = mask_q[index];
      if (store) mask_d[index] = wdata_i;
    end else if (in_array(addr_i, Count)) rdata_d = count_q[index];
    else err_d = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      enable_q  <= '0;
      armed_q   <= '0;
      random_q  <= '0;
      seeded_q  <= 1'b0;
      left_q    <= '{default: '0};
      mask_q    <= '{default: '0};
      count_q   <= '{default: '0};
    end else begin
      pending_q <= pending_d;
      enable_q  <= enable_d;
      armed_q   <= armed_d;
      random_q  <= random_d;
      seeded_q  <= 1'b1;
      left_q    <= left_d;
      mask_q    <= mask_d;
      count_q   <= count_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (req_i) begin
      rdata_o <= rdata_d;
      err_o   <= err_d;
    end
  end

  assign lines_o = pending_q;
  assign irq_o   = |(pending_q & enable_q);

endmodule
