// SPDX-License-Identifier: Apache-2.0
//
// The ECP5's cells for which Yosys has no model, as far as its mapping uses them, and those that nextpnr
// makes of them. simulation.py gives DP16KD and MULT18X18D their ports, of one bit each.

// The clock as it comes: cycles count here, not nanoseconds.
module EHXPLLL #(
  parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 1, CLKOS_DIV = 1,
  parameter CLKOP_CPHASE = 0, CLKOP_FPHASE = 0, CLKOS_CPHASE = 0, CLKOS_FPHASE = 0,
  parameter CLKOP_ENABLE = "", CLKOS_ENABLE = "", FEEDBK_PATH = "", PLLRST_ENA = "", INTFB_WAKE = "",
  parameter STDBY_ENABLE = "", DPHASE_SOURCE = "",
  parameter OUTDIVIDER_MUXA = "", OUTDIVIDER_MUXB = "", OUTDIVIDER_MUXC = "", OUTDIVIDER_MUXD = ""
) (
  input  CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC,
  input  ENCLKOP, ENCLKOS,
  output CLKOP, CLKOS, LOCK
);
  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
  assign LOCK  = 1'b1;
endmodule

// Block RAM without output registers. A row has 18 bits, two bytes with a parity bit each.
module dp16kd #(
  parameter WIDTH_A = 18, WIDTH_B = 18,    // Bits of a word: 1, 2, 4, 9, 18; 36 takes both ports
  parameter READ_FIRST_A = 0,              // In a store the port gives the word before
  parameter READ_FIRST_B = 0,
  parameter [18431:0] INIT = 0             // The rows
) (
  input             clka, clkb, cea, ceb, wea, web,
  input      [13:0] ada, adb,              // Addresses, of a bit; the lowest of 18 and 36 enable bytes
  input      [17:0] dia, dib,
  output reg [17:0] doa, dob
);
  reg [17:0] rows[0:1023];
  integer i;
  initial for (i = 0; i < 1024; i = i + 1) rows[i] = INIT[18*i+:18];

  // The first bit of a word in its row, and the bits that it has.
  function integer place(input integer width, input [13:0] address);
    case (width)
      1:       place = address[3:0] + address[3];
      2:       place = 2 * address[3:1] + address[3];
      4:       place = 4 * address[3:2] + address[3];
      9:       place = 9 * address[3];
      default: place = 0;
    endcase
  endfunction

  function [17:0] bits(input integer width, input [13:0] address);
    case (width)
      1:       bits = 18'h00001 << place(width, address);
      2:       bits = 18'h00003 << place(width, address);
      4:       bits = 18'h0000F << place(width, address);
      9:       bits = 18'h001FF << place(width, address);
      default: bits = {{9{address[1]}}, {9{address[0]}}};
    endcase
  endfunction

  function [17:0] stored(input integer width, input [13:0] address, input [17:0] row, data);
    stored = (row & ~bits(width, address)) | ((data << place(width, address)) & bits(width, address));
  endfunction

  generate
    if (WIDTH_A == 36) begin : gen_wide
      // Port A stores, port B loads; the lower half of a word is in the even row.
      always @(posedge clka) begin
        if (cea & wea) begin
          rows[{ada[13:5], 1'b0}] <= stored(18, ada, rows[{ada[13:5], 1'b0}], dia);
          rows[{ada[13:5], 1'b1}] <= stored(18, ada >> 2, rows[{ada[13:5], 1'b1}], dib);
        end
      end
      always @(posedge clkb) begin
        if (ceb) begin
          doa <= rows[{adb[13:5], 1'b0}];
          dob <= rows[{adb[13:5], 1'b1}];
        end
      end
    end else begin : gen_ports
      // Both ports may store into one row at a time.
      wire [17:0] stored_a = bits(WIDTH_A, ada), data_a = dia << place(WIDTH_A, ada);
      wire [17:0] stored_b = bits(WIDTH_B, adb), data_b = dib << place(WIDTH_B, adb);
      integer     j;

      always @(posedge clka) begin
        if (cea & wea) begin
          for (i = 0; i < 18; i = i + 1) begin
            if (stored_a[i]) rows[ada[13:4]][i] <= data_a[i];
          end
        end
        if (cea & (~wea | READ_FIRST_A)) doa <= rows[ada[13:4]] >> place(WIDTH_A, ada);
      end
      always @(posedge clkb) begin
        if (ceb & web) begin
          for (j = 0; j < 18; j = j + 1) begin
            if (stored_b[j]) rows[adb[13:4]][j] <= data_b[j];
          end
        end
        if (ceb & (~web | READ_FIRST_B)) dob <= rows[adb[13:4]] >> place(WIDTH_B, adb);
      end
    end
  endgenerate
endmodule

// Multiplier without registers.
module mult18x18d (
  input         signed_a, signed_b,
  input  [17:0] a, b,
  output [35:0] p
);
  wire signed [18:0] wide_a = {signed_a & a[17], a};
  wire signed [18:0] wide_b = {signed_b & b[17], b};
  wire signed [37:0] product = wide_a * wide_b;
  assign p = product[35:0];
endmodule

// What nextpnr packs lookup tables into: the table alone, or with half of a carry chain's cell, or as
// memory of 16 bits, which is written by way of a TRELLIS_RAMW. Yosys's model does not drive FCO.
module TRELLIS_COMB #(
  parameter        MODE         = "LOGIC",  // LOGIC, CCU2, DPRAM; RAMW_BLOCK: taken by a TRELLIS_RAMW
  parameter [15:0] INITVAL      = 0,        // The table
  parameter        CCU2_INJECT1 = "NO"      // YES: what comes by the carry has no part in F
) (
  input  A, B, C, D,                        // Address of the table
  input  FCI,                               // Carry
  input  WD, WAD0, WAD1, WAD2, WAD3, WRE, WCK,  // Store of a bit
  output F, FCO                             // Bit of the table, carry
);
  generate
    if (MODE == "CCU2") begin : gen_carry
      wire table_4 = INITVAL[{D, C, B, A}];
      wire table_2 = INITVAL[{2'b00, B, A}];
      wire alone   = CCU2_INJECT1 == "YES";
      assign F   = table_4 ^ (FCI & ~alone);
      assign FCO = table_4 ? FCI : table_2 & ~alone;
    end else if (MODE == "DPRAM") begin : gen_memory
      reg [15:0] bits = INITVAL;
      always @(posedge WCK) if (WRE) bits[{WAD3, WAD2, WAD1, WAD0}] <= WD;
      assign F   = bits[{A, C, B, D}];
      assign FCO = 1'b0;
    end else begin : gen_table
      assign F   = INITVAL[{D, C, B, A}];
      assign FCO = 1'b0;
    end
  endgenerate
endmodule

// Data and address of a store into four such memories.
module TRELLIS_RAMW (
  input  A0, B0, C0, D0, A1, B1, C1, D1,
  output WADO0, WADO1, WADO2, WADO3, WDO0, WDO1, WDO2, WDO3
);
  assign {WADO3, WADO2, WADO1, WADO0} = {A0, C0, B0, D0};
  assign {WDO3, WDO2, WDO1, WDO0}     = {B1, D1, A1, C1};
endmodule

// The way of a clock to all of the device.
module DCCA (input CLKI, CE, output CLKO);
  assign CLKO = CLKI;
endmodule

// Pins, by their direction.
module TRELLIS_IO_INPUT (input B, output O);
  assign O = B;
endmodule

module TRELLIS_IO_OUTPUT (output B, input I);
  assign B = I;
endmodule
