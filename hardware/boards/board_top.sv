// SPDX-License-Identifier: Apache-2.0

// The reference SoC on a board: clock from a PLL, reset, UART on two pins, LEDs, buttons as interrupt
// lines; a JTAG port if it has a debug module, and a line for its trace. What differs from board to board
// is a parameter; `isochron board bitstream` sets them from the board's description.
module board_top
  import soc_pkg::*;
#(
  parameter int unsigned FeedbackDivider = 24,     // As ecp5_pll's
  parameter int unsigned ClockDivider    = 25,     // As ecp5_pll's
  parameter int unsigned NumLeds         = 8,      // LEDs, at most 8
  parameter bit          LedsLow         = 1'b0,   // A LED shines at 0
  parameter int unsigned NumHigh         = 0,      // Pins that are always high
  parameter int unsigned NumButtons      = 1,      // Buttons, at most 8
  parameter bit          ButtonsLow      = 1'b0,   // A pressed button gives 0
  parameter int unsigned Core            = 0,      // A soc_pkg::core_e, as soc's
  parameter int unsigned Kernel          = 0,      // A soc_pkg::kernel_e, as soc's
  parameter bit          Contexts          = 1'b0,   // As soc's
  parameter int unsigned RamBytes        = 65536,  // As soc's
  parameter int unsigned UartDivisor     = 1,      // As soc's
  parameter int unsigned NTasks          = 32,     // As soc's
  parameter int unsigned OtherDevice     = 0,      // As soc's
  parameter bit          Debug           = 1'b0,   // As soc's
  parameter int unsigned TraceBitCycles  = 0,      // There is a trace, by a line; as soc's. 0: none
  localparam int unsigned NumInputs  = NumButtons + (Debug ? 3 : 0),
  localparam int unsigned TraceOutput = NumLeds + NumHigh + (Debug ? 1 : 0),
  localparam int unsigned NumOutputs  = TraceOutput + (TraceBitCycles != 0 ? 1 : 0)
) (
  input  logic                  clk_i,      // The board's oscillator
  input  logic                  uart_rx_i,  // Serial line to the SoC
  output logic                  uart_tx_o,  // Serial line from the SoC
  input  logic [NumInputs-1:0]  inputs_i,   // Buttons, the first one is line 0; above them, with `Debug`,
                                            // JTAG's clock, mode and data
  output logic [NumOutputs-1:0] outputs_o   // LEDs; above them the pins that are high, JTAG's data, and the
                                            // trace's line
);

  logic                clk, rst_n;
  logic [NumLines-1:0] lines;

  board_base #(
    .FeedbackDivider (FeedbackDivider), .ClockDivider (ClockDivider),
    .NumButtons (NumButtons), .ButtonsLow (ButtonsLow)
  ) u_base (
    .clk_i, .buttons_i (inputs_i[NumButtons-1:0]), .clk_o (clk), .rst_no (rst_n), .lines_o (lines)
  );

  logic                ended;
  logic [31:0]         exit_code;
  logic [ 7:0]         current_id;

  logic                tck, tms, tdi, tdo;

  if (Debug) begin : gen_jtag
    assign {tdi, tms, tck}         = inputs_i[NumButtons+:3];
    assign outputs_o[TraceOutput-1] = tdo;
  end else begin : gen_no_jtag
    assign {tdi, tms, tck} = '0;

    logic unused;
    assign unused = tdo;
  end

  logic trace_tx;

  if (TraceBitCycles != 0) begin : gen_trace
    assign outputs_o[TraceOutput] = trace_tx;
  end else begin : gen_no_trace
    logic unused;
    assign unused = trace_tx;
  end

  logic                unused_valid, unused_switch;
  logic [ 7:0]         unused_data;
  logic [NumLines-1:0] unused_lines;

  soc #(
    .Core (core_e'(Core)), .Kernel (kernel_e'(Kernel)), .Contexts (Contexts), .ContextsDebug (Debug),
    .RamBytes (RamBytes), .RamFile ("ram.hex"), .SharedBus (1'b0),
    .InstantTransmit (1'b0), .UartLine (1'b1), .UartDivisor (16'(UartDivisor)),
    .NTasks (NTasks), .OtherDevice (OtherDevice),
    .Debug (Debug), .Trace (TraceBitCycles != 0), .TraceBitCycles (TraceBitCycles)
  ) u_soc (
    .clk_i (clk), .rst_ni (rst_n),
    .seed_i (32'd1), .lines_i (lines),
    .uart_tx_valid_o (unused_valid), .uart_tx_data_o (unused_data),
    .uart_rx_valid_i (1'b0), .uart_rx_data_i ('0),
    .uart_tx_o, .uart_rx_i, .trace_tx_o (trace_tx),
    .jtag_tck_i (tck), .jtag_tms_i (tms), .jtag_tdi_i (tdi), .jtag_tdo_o (tdo),
    .exit_o (ended), .exit_code_o (exit_code),
    .lines_o (unused_lines), .current_id_o (current_id), .switch_o (unused_switch)
  );

  // LED 0: the program has ended; LED 1: not with exit code 0; the others: the running task's number.
  logic [7:0] leds;

  assign leds = {current_id[5:0], ended & exit_code != '0, ended};

  assign outputs_o[NumLeds-1:0] = leds[NumLeds-1:0] ^ {NumLeds{LedsLow}};
  if (NumHigh != 0) begin : gen_high
    assign outputs_o[NumLeds+:NumHigh] = '1;
  end

  logic unused;
  assign unused = ^{leds, current_id};

endmodule
