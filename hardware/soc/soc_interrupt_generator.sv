// SPDX-License-Identifier: Apache-2.0

// Interrupt generator: lines that rise a programmable number of cycles, plus a random number,
// after they are armed, and stay high until they are acknowledged.
//
// Lines come from outside, too. An enabled line rises with the outside one and stays high until it is
// acknowledged. A line that is not enabled, but bound in the hardware kernel, only follows.
//
// The random generator advances with every arming and with nothing else, so a program meets the
// same phases whatever it does in between.
module soc_interrupt_generator
  import soc_pkg::next_random;
  import soc_pkg::valid_seed;
  import soc_registers_pkg::*;
#(
  parameter int unsigned NumLines = 8  // Interrupt lines, a power of two up to 8
) (
  input  logic                clk_i,    // Clock
  input  logic                rst_ni,   // Asynchronous reset, active low
  input  logic [31:0]         seed_i,   // State of the random generator after reset

  // Device port of soc_bus, words only, always granted
  input  logic                req_i,    // Load or store
  input  logic                we_i,     // Store
  input  logic [15:0]         addr_i,   // Byte offset
  input  logic [31:0]         wdata_i,  // Word to store
  output logic [31:0]         rdata_o,  // Word loaded, in the cycle of the request
  output logic                err_o,    // No such register, in the cycle of the request

  input  logic [NumLines-1:0] lines_i,  // Lines from outside, synchronous
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

  function automatic logic in_array(logic [15:0] offset, logic [15:0] base);
    return (offset >= base) && (offset < base + 16'(4 * NumLines)) && (offset[1:0] == '0);
  endfunction

  logic [31:0]           now_q;               // Cycles since reset
  logic [31:0]           random_q;
  logic                  seeded_q;            // The first cycle after reset takes the seed
  logic [NumLines-1:0]   pending_q;           // The lines of our own
  logic [NumLines-1:0]   outside_q;           // Lines from outside, one cycle ago
  logic [NumLines-1:0]   enable_q;
  logic [NumLines-1:0]   armed_q;
  logic [31:0]           target_q[NumLines];  // Cycle at whose end an armed line rises
  logic [31:0]           mask_q[NumLines];
  logic [31:0]           count_q[NumLines];

  logic                  store;
  logic [IndexWidth-1:0] index;
  logic                  arm;                 // The line `index` is armed in this cycle
  logic [31:0]           delay;               // For that many cycles
  logic [31:0]           left;                // Cycles until the line `index` rises
  logic [NumLines-1:0]   selected;            // One bit: line `index`
  logic [NumLines-1:0]   due;                 // An armed line's time has come
  logic [NumLines-1:0]   at_once;             // Armed for the next cycle
  logic [NumLines-1:0]   rise;
  logic [NumLines-1:0]   acknowledge, disarm;

  assign store    = req_i & we_i;
  assign index    = addr_i[2+:IndexWidth];
  assign selected = NumLines'(1) << index;

  assign left     = target_q[index] - now_q + 32'd1;

  always_comb begin
    arm         = 1'b0;
    delay       = '0;
    acknowledge = '0;
    disarm      = '0;
    if (store) begin
      if (in_array(addr_i, Delay)) begin
        arm   = 1'b1;
        delay = wdata_i + (next_random(random_q) & mask_q[index]);
      end
      if (addr_i == Acknowledge) acknowledge = wdata_i[NumLines-1:0];
      if (addr_i == Armed) disarm = wdata_i[NumLines-1:0];
    end
  end

  // A line that is still high rises after its acknowledgement, so that no edge is lost.
  always_comb begin
    due = '0;
    if (armed_q != '0) begin
      for (int unsigned i = 0; i < NumLines; i++) begin
        due[i] = armed_q[i] & ~pending_q[i] & ($signed(target_q[i] - now_q) <= 0);
      end
    end
  end

  assign at_once = (arm && delay <= 32'd1) ? selected & ~pending_q & ~due : '0;
  assign rise    = due | at_once | (lines_i & ~outside_q & ~pending_q & enable_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q     <= '0;
      random_q  <= '0;
      seeded_q  <= 1'b0;
      pending_q <= '0;
      outside_q <= '0;
      enable_q  <= '0;
      armed_q   <= '0;
      target_q  <= '{default: '0};
      mask_q    <= '{default: '0};
      count_q   <= '{default: '0};
    end else begin
      now_q     <= now_q + 32'd1;
      seeded_q  <= 1'b1;
      outside_q <= lines_i;
      pending_q <= (pending_q & ~acknowledge) | rise;
      armed_q   <= (armed_q & ~due & ~at_once & ~disarm) | (arm ? selected & ~at_once : '0);

      if (!seeded_q) random_q <= valid_seed(seed_i);
      else if (arm) random_q <= next_random(random_q);
      else if (store && addr_i == Seed) random_q <= valid_seed(wdata_i);

      if (arm) target_q[index] <= now_q + delay - 32'd1;
      if (store && addr_i == Enable) enable_q <= wdata_i[NumLines-1:0];
      if (store && in_array(addr_i, Mask)) mask_q[index] <= wdata_i;
      if (rise != '0) begin
        for (int unsigned i = 0; i < NumLines; i++) count_q[i] <= count_q[i] + 32'(rise[i]);
      end
    end
  end

  always_comb begin
    rdata_o = '0;
    err_o   = 1'b0;
    if (req_i) begin
      if (addr_i == Pending) rdata_o = 32'(pending_q);
      else if (addr_i == Enable) rdata_o = 32'(enable_q);
      else if (addr_i == Seed) rdata_o = random_q;
      else if (addr_i == Armed) rdata_o = 32'(armed_q);
      else if (in_array(addr_i, Mask)) rdata_o = mask_q[index];
      else if (in_array(addr_i, Count)) rdata_o = count_q[index];
      else if (in_array(addr_i, Delay)) begin
        if (armed_q[index] && $signed(left) > 0) rdata_o = left;
      end else err_o = (addr_i != Acknowledge);
    end
  end

  assign lines_o = pending_q | lines_i;
  assign irq_o   = |(pending_q & enable_q);

endmodule
