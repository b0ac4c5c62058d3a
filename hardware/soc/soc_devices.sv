// SPDX-License-Identifier: Apache-2.0

// The SoC's devices but RAM, kernel and contexts, each in its window of the data bus, and the interrupts
// and lines that they raise. docs/reference/soc.md has their registers.
module soc_devices
  import soc_pkg::*;
#(
  parameter int unsigned RamBytes        = RamSize,  // As soc's, like all others
  parameter bit          InstantTransmit = 1'b1,
  parameter bit          UartLine        = 1'b0,
  parameter logic [15:0] UartDivisor     = 16'd1,
  parameter bit          SharedBus       = 1'b1,
  parameter int unsigned OtherDevice     = 0,
  parameter bit          Trace           = 1'b0,
  parameter int unsigned TraceBitCycles  = 0
) (
  input  logic                  clk_i,                   // Clock
  input  logic                  rst_ni,                  // Asynchronous reset, active low
  input  logic [31:0]           seed_i,                  // Seed of the interrupt generator's phases

  // Device ports of soc_bus
  input  logic [NumDevices-1:0] req_i,                   // Request to this device, until it is granted
  input  device_request_t       request_i,               // The request
  output device_response_t      response_o[NumDevices],  // The answers; 0 of devices that are elsewhere

  output interrupts_t           irq_o,                   // Interrupts: of CLINT, interrupt generator, UART,
                                                         // another system's device

  // Interrupt lines
  input  logic [NumLines-1:0]   lines_i,                 // From outside, synchronous
  output logic [NumLines-1:0]   lines_o,                 // Those and the devices' own

  // Characters of the UART, and its serial line, as soc's
  output logic                  uart_tx_valid_o,
  output logic [ 7:0]           uart_tx_data_o,
  input  logic                  uart_rx_valid_i,
  input  logic [ 7:0]           uart_rx_data_i,
  output logic                  uart_tx_o,
  input  logic                  uart_rx_i,

  // The traffic generator
  output traffic_t              traffic_o,               // What it asks for
  input  logic [ 1:0]           traffic_gnt_i,           // Request accepted in this cycle

  input  logic [10:0]           trace_i,                 // What happens to tasks, of the hardware kernel
  output logic                  trace_tx_o,              // As soc's

  // Simulation
  output logic                  exit_o,                  // The program has ended
  output logic [31:0]           exit_code_o              // Its exit code
);

  logic [NumLines-1:0] generator_lines;
  logic                rx_valid;
  logic [ 7:0]         rx_data;
  logic [15:0]         uart_divisor;

  soc_uart #(
    .InstantTransmit (InstantTransmit),
    .Divisor         (UartDivisor)
  ) u_uart (
    .clk_i,
    .rst_ni,
    .req_i      (req_i[DeviceUart]),
    .we_i       (request_i.we),
    .addr_i     (request_i.addr[15:0]),
    .be_i       (request_i.be),
    .wdata_i    (request_i.wdata[7:0]),
    .rdata_o    (response_o[DeviceUart].rdata),
    .err_o      (response_o[DeviceUart].err),
    .tx_valid_o (uart_tx_valid_o),
    .tx_data_o  (uart_tx_data_o),
    .rx_valid_i (rx_valid),
    .rx_data_i  (rx_data),
    .divisor_o  (uart_divisor),
    .irq_o      (irq_o.uart)
  );

  if (UartLine) begin : gen_uart_line
    logic unused_busy;  // The UART knows by itself

    soc_uart_line u_uart_line (
      .clk_i,
      .rst_ni,
      .divisor_i  (uart_divisor),
      .tx_valid_i (uart_tx_valid_o),
      .tx_data_i  (uart_tx_data_o),
      .tx_busy_o  (unused_busy),
      .rx_valid_o (rx_valid),
      .rx_data_o  (rx_data),
      .rx_i       (uart_rx_i),
      .tx_o       (uart_tx_o)
    );

    logic unused_characters;
    assign unused_characters = ^{uart_rx_valid_i, uart_rx_data_i};
  end else begin : gen_no_uart_line
    assign rx_valid  = uart_rx_valid_i;
    assign rx_data   = uart_rx_data_i;
    assign uart_tx_o = 1'b1;

    logic unused_line;
    assign unused_line = ^{uart_rx_i, uart_divisor};
  end

  soc_interrupt_generator #(
    .NumLines (NumLines)
  ) u_interrupt_generator (
    .clk_i,
    .rst_ni,
    .seed_i,
    .req_i   (req_i[DeviceInterruptGenerator]),
    .we_i    (request_i.we),
    .addr_i  (request_i.addr[15:0]),
    .wdata_i (request_i.wdata),
    .rdata_o (response_o[DeviceInterruptGenerator].rdata),
    .err_o   (response_o[DeviceInterruptGenerator].err),
    .lines_i,
    .lines_o (generator_lines),
    .irq_o   (irq_o.external)
  );

  // A store reaches the stopwatch one cycle after its grant, so a line does, too.
  logic [NumLines-1:0] lines_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lines_q <= '0;
    else         lines_q <= lines_o;
  end

  soc_stopwatch #(
    .NumLines (NumLines)
  ) u_stopwatch (
    .clk_i,
    .rst_ni,
    .req_i   (req_i[DeviceStopwatch]),
    .we_i    (request_i.we),
    .addr_i  (request_i.addr[15:0]),
    .wdata_i (request_i.wdata),
    .rdata_o (response_o[DeviceStopwatch].rdata),
    .err_o   (response_o[DeviceStopwatch].err),
    .lines_i (lines_q)
  );

  if (SharedBus) begin : gen_traffic_generator
    logic [31:0] addr[2];

    soc_traffic_generator #(
      .RamBytes (RamBytes)
    ) u_traffic_generator (
      .clk_i,
      .rst_ni,
      .req_i          (req_i[DeviceTrafficGenerator]),
      .we_i           (request_i.we),
      .addr_i         (request_i.addr[15:0]),
      .wdata_i        (request_i.wdata),
      .rdata_o        (response_o[DeviceTrafficGenerator].rdata),
      .err_o          (response_o[DeviceTrafficGenerator].err),
      .traffic_begins_o (traffic_o.begins),
      .traffic_req_o    (traffic_o.req),
      .traffic_last_o   (traffic_o.last),
      .traffic_slow_o   (traffic_o.slow),
      .traffic_yields_o (traffic_o.yields),
      .traffic_addr_o   (addr),
      .traffic_gnt_i
    );
    assign traffic_o.addr = {addr[1], addr[0]};
  end else begin : gen_no_traffic_generator
    assign traffic_o                                = '0;
    assign response_o[DeviceTrafficGenerator].rdata = '0;
    assign response_o[DeviceTrafficGenerator].err   = 1'b1;

    logic unused_traffic;
    assign unused_traffic = ^traffic_gnt_i;
  end

  soc_simulation_control u_simulation_control (
    .clk_i,
    .rst_ni,
    .req_i       (req_i[DeviceSimulation]),
    .we_i        (request_i.we),
    .addr_i      (request_i.addr[15:0]),
    .wdata_i     (request_i.wdata),
    .err_o       (response_o[DeviceSimulation].err),
    .exit_o,
    .exit_code_o
  );
  assign response_o[DeviceSimulation].rdata = '0;

  soc_clint u_clint (
    .clk_i,
    .rst_ni,
    .req_i          (req_i[DeviceClint]),
    .we_i           (request_i.we),
    .addr_i         (request_i.addr[15:0]),
    .wdata_i        (request_i.wdata),
    .rdata_o        (response_o[DeviceClint].rdata),
    .err_o          (response_o[DeviceClint].err),
    .irq_software_o (irq_o.software),
    .irq_timer_o    (irq_o.timer)
  );

  if (OtherDevice == 0) begin : gen_no_other
    assign response_o[DeviceOther] = '{gnt: 1'b1, err: 1'b1, rdata: '0};
    assign irq_o.other             = 1'b0;

    logic unused_other;
    assign unused_other = req_i[DeviceOther];
  end else begin : gen_other
    soc_other_device #(
      .Size (OtherDevice)
    ) u_other (
      .clk_i,
      .rst_ni,
      .req_i   (req_i[DeviceOther]),
      .we_i    (request_i.we),
      .addr_i  (request_i.addr[10:0]),
      .wdata_i (request_i.wdata),
      .gnt_o   (response_o[DeviceOther].gnt),
      .rdata_o (response_o[DeviceOther].rdata),
      .err_o   (response_o[DeviceOther].err),
      .irq_o   (irq_o.other)
    );
  end

  assign lines_o = generator_lines | (NumLines'(irq_o.other) << OtherLine);

  soc_trace #(
    .Trace     (Trace),
    .BitCycles (TraceBitCycles)
  ) u_trace (
    .clk_i,
    .rst_ni,
    .req_i   (req_i[DeviceTrace]),
    .we_i    (request_i.we),
    .addr_i  (request_i.addr[15:0]),
    .rdata_o (response_o[DeviceTrace].rdata),
    .err_o   (response_o[DeviceTrace].err),
    .trace_i,
    .lines_i (lines_o),
    .tx_o    (trace_tx_o)
  );

  // Of these devices only another system's delays an answer.
  for (genvar i = 0; i < int'(NumDevices); i++) begin : gen_grant
    if (i inside {DeviceRam, DeviceKernel, DeviceBanks, DeviceCalls, DeviceDebug}) begin : gen_elsewhere
      assign response_o[i] = '0;
    end else if (i != int'(DeviceOther)) begin : gen_at_once
      assign response_o[i].gnt = 1'b1;
    end
  end

  logic unused;
  assign unused = ^{req_i[DeviceRam], req_i[DeviceKernel], req_i[DeviceBanks], req_i[DeviceCalls],
                    req_i[DeviceDebug], request_i.addr[19:16]};

endmodule
