// SPDX-License-Identifier: Apache-2.0

// 8250-style UART without FIFOs, with characters instead of a serial line at its outside:
// soc_uart_line makes bits of them.
//
// The transmitter is busy for 10 bit times of 16 * divisor cycles after each character, or not at
// all when `InstantTransmit` is set: a program's output then takes no simulated time.
module soc_uart
  import soc_registers_pkg::*;
#(
  parameter bit          InstantTransmit = 1'b1,  // The transmitter is always ready
  parameter logic [15:0] Divisor         = 16'd1  // Divisor after reset
) (
  input  logic        clk_i,       // Clock
  input  logic        rst_ni,      // Asynchronous reset, active low

  // Device port of soc_bus, always granted; registers are in byte 0 of each word
  input  logic        req_i,       // Load or store
  input  logic        we_i,        // Store
  input  logic [15:0] addr_i,      // Byte offset
  input  logic        be_i,        // Byte 0 is accessed
  input  logic [ 7:0] wdata_i,     // Byte 0 to store
  output logic [31:0] rdata_o,     // Word loaded, in the cycle of the request
  output logic        err_o,       // No such register, in the cycle of the request

  // Characters
  output logic        tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] tx_data_o,   // The character
  input  logic        rx_valid_i,  // A character arrives in this cycle
  input  logic [ 7:0] rx_data_i,   // The character
  output logic [15:0] divisor_o,   // A bit lasts 16 times as many cycles

  output logic        irq_o        // Interrupt, see IIR
);

  localparam int unsigned BitTimesPerCharacter = 10 * 16;
  localparam int unsigned BusyWidth            = 16 + $clog2(BitTimesPerCharacter);

  typedef enum logic [2:0] {
    SourceModem    = 3'd0,
    SourceTransmit = 3'd1,
    SourceReceive  = 3'd2,
    SourceLine     = 3'd3
  } source_e;

  logic [ 1:0] ier_d, ier_q;
  logic [ 7:0] lcr_d, lcr_q;
  logic [ 4:0] mcr_d, mcr_q;
  logic [ 7:0] scr_d, scr_q;
  logic [15:0] divisor_d, divisor_q;
  logic [ 7:0] rbr_d, rbr_q;
  logic        received_d, received_q;
  logic        overrun_d, overrun_q;
  logic        empty_event_d, empty_event_q;  // THR became empty and IIR has not told yet
  logic [BusyWidth-1:0] busy_d, busy_q;       // Cycles until the transmitter is ready
  logic [ 7:0] rdata;

  logic        access, store, load, dlab, loopback, ready;
  logic        active;                         // Some register may change in this cycle
  logic        transmit, receive;
  logic [ 7:0] receive_data;
  source_e     source;

  assign access   = req_i & be_i;
  assign store    = access & we_i;
  assign load     = access & ~we_i;
  assign dlab     = lcr_q[RegUartLcrDlabLsb];
  assign loopback = mcr_q[RegUartMcrLoopbackLsb];
  assign ready    = busy_q == '0;

  assign active   = access | rx_valid_i | ~ready;

  assign transmit     = store & ~dlab & ready & (addr_i == 16'(RegUartData));
  assign receive      = loopback ? transmit : rx_valid_i;
  assign receive_data = loopback ? wdata_i : rx_data_i;

  // A line error is reported first, as on the 8250.
  always_comb begin
    source = SourceModem;
    irq_o  = 1'b1;
    if (overrun_q && ier_q[RegUartIerReceivedLsb]) source = SourceLine;
    else if (received_q && ier_q[RegUartIerReceivedLsb]) source = SourceReceive;
    else if (empty_event_q && ier_q[RegUartIerTransmitterEmptyLsb]) source = SourceTransmit;
    else irq_o = 1'b0;
  end

  always_comb begin
    ier_d         = ier_q;
    lcr_d         = lcr_q;
    mcr_d         = mcr_q;
    scr_d         = scr_q;
    divisor_d     = divisor_q;
    rbr_d         = rbr_q;
    received_d    = received_q;
    overrun_d     = overrun_q;
    empty_event_d = empty_event_q;
    busy_d        = ready ? '0 : busy_q - BusyWidth'(1);
    rdata         = '0;
    err_o         = ~access;

    if (busy_q == BusyWidth'(1)) empty_event_d = 1'b1;

    if (access) begin
      unique case (addr_i)
        16'(RegUartData): begin
          rdata = dlab ? divisor_q[7:0] : rbr_q;
          if (store && dlab) divisor_d[7:0] = wdata_i;
          if (load && !dlab) received_d = 1'b0;
        end
        16'(RegUartIer): begin
          rdata = dlab ? divisor_q[15:8] : 8'(ier_q);
          if (store && dlab) divisor_d[15:8] = wdata_i;
          if (store && !dlab) begin
            ier_d = wdata_i[1:0];
            // Enabling the interrupt of an empty transmitter raises it.
            if (wdata_i[RegUartIerTransmitterEmptyLsb] && ready) empty_event_d = 1'b1;
          end
        end
        16'(RegUartIir): begin
          rdata = {4'd0, source, ~irq_o};
          if (load && source == SourceTransmit) empty_event_d = 1'b0;
        end
        16'(RegUartLcr): begin
          rdata = lcr_q;
          if (store) lcr_d = wdata_i;
        end
        16'(RegUartMcr): begin
          rdata = 8'(mcr_q);
          if (store) mcr_d = wdata_i[4:0];
        end
        16'(RegUartLsr): begin
          rdata[RegUartLsrReceivedLsb]         = received_q;
          rdata[RegUartLsrOverrunLsb]          = overrun_q;
          rdata[RegUartLsrTransmitterEmptyLsb] = ready;
          rdata[RegUartLsrTransmitterIdleLsb]  = ready;
          if (load) overrun_d = 1'b0;
        end
        16'(RegUartMsr): rdata = {RegUartMsrInputsReset, 4'd0};
        16'(RegUartScr): begin
          rdata = scr_q;
          if (store) scr_d = wdata_i;
        end
        default: err_o = 1'b1;
      endcase
    end

    if (transmit) begin
      // An instant transmitter is empty again at once, which is the same event.
      empty_event_d = InstantTransmit;
      if (!InstantTransmit) busy_d = BusyWidth'(divisor_q) * BusyWidth'(BitTimesPerCharacter);
    end

    if (receive) begin
      rbr_d      = receive_data;
      received_d = 1'b1;
      if (received_q && !(load && addr_i == 16'(RegUartData) && !dlab)) overrun_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ier_q         <= '0;
      lcr_q         <= '0;
      mcr_q         <= '0;
      scr_q         <= '0;
      divisor_q     <= Divisor;
      rbr_q         <= '0;
      received_q    <= 1'b0;
      overrun_q     <= 1'b0;
      empty_event_q <= 1'b0;
      busy_q        <= '0;
    end else if (active) begin
      ier_q         <= ier_d;
      lcr_q         <= lcr_d;
      mcr_q         <= mcr_d;
      scr_q         <= scr_d;
      divisor_q     <= divisor_d;
      rbr_q         <= rbr_d;
      received_q    <= received_d;
      overrun_q     <= overrun_d;
      empty_event_q <= empty_event_d;
      busy_q        <= busy_d;
    end
  end

  assign rdata_o    = 32'(rdata);
  assign tx_valid_o = transmit & ~loopback;
  assign tx_data_o  = wdata_i;
  assign divisor_o  = divisor_q;

endmodule
