// SPDX-License-Identifier: Apache-2.0

// Reference SoC: an unmodified core, RAM, what a kernel has in hardware, and the other devices
// (soc_devices). docs/reference/soc.md describes it.
module soc
  import ibex_pkg::*;
  import soc_pkg::*;
#(
  parameter core_e       Core            = CoreIbex,        // The core
  parameter rv32m_e      RV32M           = RV32MFast,       // Ibex: multiplier and divider
  parameter bit          WritebackStage  = 1'b1,            // Ibex: third pipeline stage
  parameter bit          BranchTargetALU = 1'b1,            // Ibex: second adder for branch targets
  parameter bit          Contexts          = 1'b0,            // Ibex: registers for each task
  parameter bit          ContextsDebug     = 1'b1,            // Ibex: a debugger can load them
  parameter int unsigned RamBytes        = RamSize,         // Bytes of RAM
  parameter string       RamFile         = "",              // Its contents, as $readmemh reads them
  parameter kernel_e     Kernel          = KernelIsochron,  // What of a kernel is in hardware
  parameter int unsigned NTasks          = 32,              // Its tasks
  parameter int unsigned NPriorities     = 64,              // Its priorities
  parameter int unsigned NObjects        = 64,              // Objects of the hardware kernel
  parameter int unsigned MessageWords    = 64,              // Words that each of its queues has for
                                                            // messages
  parameter bit          ClockGating     = 1'b0,            // The hardware kernel's clock stops
                                                            // while nothing happens
  parameter bit          InstantTransmit = 1'b1,            // The UART transmits in no time
  parameter bit          UartLine        = 1'b0,            // The UART receives by a serial line
  parameter logic [15:0] UartDivisor     = 16'd1,           // Its divisor after reset
  parameter bit          SharedBus       = 1'b1,            // There is a second bus master
  parameter int unsigned OtherDevice     = 0,               // Size of another system's device, as its
                                                            // soc_other_device says; 0: none
  parameter bit          Trace           = 1'b0             // The hardware kernel's trace is recorded
) (
  input  logic                clk_i,            // Clock
  input  logic                rst_ni,           // Asynchronous reset, active low
  input  logic [31:0]         seed_i,           // Seed of the interrupt generator's phases

  input  logic [NumLines-1:0] lines_i,          // Interrupt lines from outside, synchronous

  // Characters of the UART
  output logic                uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0]         uart_tx_data_o,   // The character
  input  logic                uart_rx_valid_i,  // A character arrives, unless `UartLine`
  input  logic [ 7:0]         uart_rx_data_i,   // The character

  // Its serial line, with `UartLine`; 1 at rest
  output logic                uart_tx_o,        // From the SoC
  input  logic                uart_rx_i,        // To the SoC, asynchronous

  // Simulation
  output logic                exit_o,           // The program has ended
  output logic [31:0]         exit_code_o,      // Its exit code

  // For observers
  output logic [NumLines-1:0] lines_o,          // Interrupt lines
  output logic [ 7:0]         current_id_o,     // Running task, as the kernel's hardware knows it
  output logic                switch_o          // The running task changes
);

  localparam int unsigned RamWords        = RamBytes / 4;
  localparam int unsigned RamAddressWidth = $clog2(RamWords);

  // Devices that take part in decoding: not those that a parameter leaves out
  localparam logic [NumDevices-1:0] Devices =
      Trace ? '1 : ~(NumDevices'(1) << DeviceTrace);

  if (Trace && Kernel != KernelIsochron) begin : gen_nothing_to_trace
    $error("Trace records what the hardware kernel does: Kernel is to be KernelIsochron");
  end

  ///////////
  // Buses //
  ///////////

  logic                  instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0]           instr_addr, instr_rdata;
  logic                  data_req, data_gnt, data_rvalid, data_we, data_err;
  logic [ 3:0]           data_be;
  logic [31:0]           data_addr, data_wdata, data_rdata;

  logic [NumDevices-1:0] device_req;
  device_request_t       request;
  device_response_t      response[NumDevices], devices_response[NumDevices];

  logic                  irq_software, irq_timer, irq_external, irq_uart, irq_other;
  logic                  msip, kernel_interrupt;
  device_response_t      kernel_response, banks_response;
  logic                  calls_err, more_due;
  logic [10:0]           trace;

  logic                  next_valid;
  logic [ 7:0]           next_id;

  // The window of calls, in front of the hardware kernel, and the contexts, in the core
  calls_t                calls;
  contexts_t             contexts;

  // The traffic generator: bit 0 on the data bus, bit 1 on the RAM's instruction port
  logic [ 1:0]           traffic_begins, traffic_req, traffic_last, traffic_slow, traffic_gnt, traffic;
  logic [31:0]           traffic_addr[2];

  // The data bus in the first cycle of a request, and in the second
  logic                  host_req, host_rvalid, bus_free, ram_we, data_hold, data_held, data_calls;
  logic [31:0]           host_addr, ram_rdata;

  // The traffic generator takes turns with the core. VexRiscv's caches expect their words in a row: it is
  // cut off there.
  localparam logic [1:0] Shared = Core == CoreVexRiscv ? '0 : '1;

  soc_arbiter u_data_arbiter (
    .clk_i,
    .rst_ni,
    .traffic_begins_i (traffic_begins[0] & Shared[0]),
    .traffic_req_i    (traffic_req[0] & Shared[0]),
    .traffic_last_i   (traffic_last[0]),
    .traffic_slow_i   (traffic_slow[0]),
    .traffic_gnt_o    (traffic_gnt[0]),
    .traffic_o        (traffic[0]),
    .free_i           (bus_free)
  );

  soc_arbiter u_instr_arbiter (
    .clk_i,
    .rst_ni,
    .traffic_begins_i (traffic_begins[1] & Shared[1]),
    .traffic_req_i    (traffic_req[1] & Shared[1]),
    .traffic_last_i   (traffic_last[1]),
    .traffic_slow_i   (traffic_slow[1]),
    .traffic_gnt_o    (traffic_gnt[1]),
    .traffic_o        (traffic[1]),
    .free_i           (1'b1)
  );

  assign host_req  = traffic[0] ? traffic_gnt[0] : data_req;
  assign host_addr = traffic[0] ? traffic_addr[0] : data_addr;
  assign data_gnt  = ~traffic[0] & ~data_hold;

  soc_bus #(
    .RamBytes (RamBytes),
    .Devices  (Devices)
  ) u_bus (
    .clk_i,
    .rst_ni,
    .host_req_i     (host_req),
    .host_hold_i    (data_hold & ~traffic[0]),
    .host_we_i      (data_we & ~traffic[0]),
    .host_addr_i    (host_addr),
    .host_be_i      (data_be | {4{traffic[0]}}),
    .host_wdata_i   (data_wdata),
    .host_held_o    (data_held),
    .host_calls_o   (data_calls),
    .host_rvalid_o  (host_rvalid),
    .host_rdata_o   (data_rdata),
    .host_err_o     (data_err),
    .free_o         (bus_free),
    .ram_we_o       (ram_we),
    .ram_rdata_i       (ram_rdata),
    .device_req_o      (device_req),
    .device_request_o  (request),
    .device_response_i (response)
  );

  // An answer is the core's if the core was granted last.
  logic data_core_q;

  always_ff @(posedge clk_i) begin
    if (data_req & data_gnt)      data_core_q <= 1'b1;
    else if (traffic_gnt[0])      data_core_q <= 1'b0;
  end

  assign data_rvalid = host_rvalid & data_core_q;

  // Instructions come from RAM only; a fetch from elsewhere is a bus error.
  logic        fetch_q;
  logic [31:0] fetch_addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_q <= 1'b0;
    else         fetch_q <= instr_req & instr_gnt;
  end

  always_ff @(posedge clk_i) fetch_addr_q <= instr_addr;

  assign instr_gnt    = ~traffic[1];
  assign instr_rvalid = fetch_q;
  assign instr_err    = (fetch_addr_q & ~(RamBytes - 32'd1)) != RamBase;

  //////////
  // Core //
  //////////

  logic        cfu_cmd_valid, cfu_cmd_ready, cfu_rsp_valid, cfu_rsp_ready;
  logic [ 9:0] cfu_function;
  logic [31:0] cfu_inputs_0, cfu_inputs_1, cfu_outputs_0;

  if (Core == CoreIbex) begin : gen_ibex
    soc_core_ibex #(
      .RV32M           (RV32M),
      .WritebackStage  (WritebackStage),
      .BranchTargetALU (BranchTargetALU),
      .Contexts          (Contexts),
      .ContextsDebug     (ContextsDebug),
      .NTasks          (NTasks)
    ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o    (instr_req),
      .instr_gnt_i    (instr_gnt),
      .instr_addr_o   (instr_addr),
      .instr_rvalid_i (instr_rvalid),
      .instr_rdata_i  (instr_rdata),
      .instr_err_i    (instr_err),
      .data_req_o     (data_req),
      .data_gnt_i     (data_gnt),
      .data_we_o      (data_we),
      .data_be_o      (data_be),
      .data_addr_o    (data_addr),
      .data_wdata_o   (data_wdata),
      .data_rvalid_i  (data_rvalid),
      .data_rdata_i   (data_rdata),
      .data_err_i     (data_err),
      .irq_software_i     (irq_software),
      .irq_timer_i        (irq_timer),
      .irq_external_i     (irq_external),
      .irq_uart_i         (irq_uart),
      .irq_other_i        (irq_other),
      .fetch_i        (fetch_q),
      .fetch_addr_i   (fetch_addr_q[31:2]),
      .banks_req_i    (device_req[DeviceBanks]),
      .banks_we_i     (request.we),
      .banks_addr_i   (request.addr[16:0]),
      .banks_wdata_i  (request.wdata),
      .banks_gnt_o    (banks_response.gnt),
      .banks_rdata_o  (banks_response.rdata),
      .banks_err_o    (banks_response.err),
      .current_id_i   (current_id_o),
      .more_due_i     (more_due),
      .next_valid_i   (next_valid),
      .next_id_i      (next_id),
      .calls_i        (calls),
      .contexts_o     (contexts)
    );

    assign {cfu_cmd_valid, cfu_function, cfu_inputs_0, cfu_inputs_1} = '0;
    assign cfu_rsp_ready                                             = 1'b1;

    logic unused;
    assign unused = ^{cfu_cmd_ready, cfu_rsp_valid, cfu_outputs_0};
  end else if (Core == CoreVexRiscv) begin : gen_vexriscv
    soc_core_vexriscv u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o    (instr_req),
      .instr_addr_o   (instr_addr),
      .instr_rvalid_i (instr_rvalid),
      .instr_rdata_i  (instr_rdata),
      .instr_err_i    (instr_err),
      .data_req_o     (data_req),
      .data_gnt_i     (data_gnt),
      .data_we_o      (data_we),
      .data_be_o      (data_be),
      .data_addr_o    (data_addr),
      .data_wdata_o   (data_wdata),
      .data_rvalid_i  (data_rvalid),
      .data_rdata_i   (data_rdata),
      .irq_software_i     (irq_software),
      .irq_timer_i        (irq_timer),
      .irq_external_i     (irq_external),
      .irq_uart_i         (irq_uart),
      .irq_other_i        (irq_other),
      .cfu_cmd_valid_o (cfu_cmd_valid),
      .cfu_cmd_ready_i (cfu_cmd_ready),
      .cfu_function_o  (cfu_function),
      .cfu_inputs_0_o  (cfu_inputs_0),
      .cfu_inputs_1_o  (cfu_inputs_1),
      .cfu_rsp_valid_i (cfu_rsp_valid),
      .cfu_rsp_ready_o (cfu_rsp_ready),
      .cfu_outputs_0_i (cfu_outputs_0)
    );

    // This core cannot be told of an error, and knows that its fetches are granted at once.
    logic unused;
    assign unused = ^{instr_gnt, data_err, more_due, next_valid, next_id, calls,
                      device_req[DeviceBanks]};

    assign contexts       = '0;
    assign banks_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};
  end else begin : gen_cv32e40p
    soc_core_cv32e40p u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o    (instr_req),
      .instr_gnt_i    (instr_gnt),
      .instr_addr_o   (instr_addr),
      .instr_rvalid_i (instr_rvalid),
      .instr_rdata_i  (instr_rdata),
      .instr_err_i    (instr_err),
      .data_req_o     (data_req),
      .data_gnt_i     (data_gnt),
      .data_we_o      (data_we),
      .data_be_o      (data_be),
      .data_addr_o    (data_addr),
      .data_wdata_o   (data_wdata),
      .data_rvalid_i  (data_rvalid),
      .data_rdata_i   (data_rdata),
      .irq_software_i     (irq_software),
      .irq_timer_i        (irq_timer),
      .irq_external_i     (irq_external),
      .irq_uart_i         (irq_uart),
      .irq_other_i        (irq_other)
    );

    // This core cannot be told of an error, and has neither contexts nor custom instructions.
    assign contexts                                                  = '0;
    assign banks_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};
    assign {cfu_cmd_valid, cfu_function, cfu_inputs_0, cfu_inputs_1} = '0;
    assign cfu_rsp_ready                                             = 1'b1;

    logic unused;
    assign unused = ^{data_err, more_due, next_valid, next_id, calls, device_req[DeviceBanks],
                      cfu_cmd_ready, cfu_rsp_valid, cfu_outputs_0};
  end

  /////////////
  // Devices //
  /////////////

  always_comb begin
    response               = devices_response;
    response[DeviceRam]    = '{gnt: 1'b1, err: 1'b0, rdata: ram_rdata};
    response[DeviceKernel] = kernel_response;
    response[DeviceBanks]  = banks_response;
    response[DeviceCalls]  = '{gnt: kernel_response.gnt, err: calls_err, rdata: kernel_response.rdata};
  end

  soc_ram #(
    .NumWords (RamWords),
    .InitFile (RamFile)
  ) u_ram (
    .clk_i,
    .instr_req_i   (1'b1),
    .instr_addr_i  (traffic[1] ? traffic_addr[1][2+:RamAddressWidth]
                               : instr_addr[2+:RamAddressWidth]),
    .instr_rdata_o (instr_rdata),
    .data_req_i    (1'b1),
    .data_we_i     (ram_we),
    .data_addr_i   (host_addr[2+:RamAddressWidth]),
    .data_be_i     (data_be),
    .data_wdata_i  (data_wdata),
    .data_rdata_o  (ram_rdata)
  );

  soc_devices #(
    .RamBytes        (RamBytes),
    .InstantTransmit (InstantTransmit),
    .UartLine        (UartLine),
    .UartDivisor     (UartDivisor),
    .SharedBus       (SharedBus),
    .OtherDevice     (OtherDevice),
    .Trace           (Trace)
  ) u_devices (
    .clk_i,
    .rst_ni,
    .seed_i,
    .req_i              (device_req),
    .request_i          (request),
    .response_o         (devices_response),
    .irq_software_o     (msip),
    .irq_timer_o        (irq_timer),
    .irq_external_o     (irq_external),
    .irq_uart_o         (irq_uart),
    .irq_other_o        (irq_other),
    .lines_i,
    .lines_o,
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .uart_rx_valid_i,
    .uart_rx_data_i,
    .uart_tx_o,
    .uart_rx_i,
    .traffic_begins_o   (traffic_begins),
    .traffic_req_o      (traffic_req),
    .traffic_last_o     (traffic_last),
    .traffic_slow_o     (traffic_slow),
    .traffic_addr_o     (traffic_addr),
    .traffic_gnt_i      (traffic_gnt),
    .trace_i            (trace),
    .exit_o,
    .exit_code_o
  );
  assign irq_software = msip | kernel_interrupt;

  /////////////////////
  // Kernel hardware //
  /////////////////////

  soc_kernel #(
    .Kernel      (Kernel),
    .Cfu         (Core == CoreVexRiscv),
    .Contexts      (Contexts),
    .NTasks      (NTasks),
    .NPriorities (NPriorities),
    .NObjects    (NObjects),
    .MessageWords(MessageWords),
    .ClockGating (ClockGating)
  ) u_kernel (
    .clk_i,
    .rst_ni,
    .kernel_req_i    (device_req[DeviceKernel]),
    .calls_req_i     (device_req[DeviceCalls]),
    .we_i            (request.we),
    .addr_i          (request.addr),
    .wdata_i         (request.wdata),
    .gnt_o           (kernel_response.gnt),
    .rdata_o         (kernel_response.rdata),
    .kernel_err_o    (kernel_response.err),
    .calls_err_o     (calls_err),
    .hold_o          (data_hold),
    .held_i          (data_held),
    .held_calls_i    (data_calls),
    .granted_i       (data_gnt),
    .contexts_i      (contexts),
    .calls_o         (calls),
    .cfu_cmd_valid_i (cfu_cmd_valid),
    .cfu_cmd_ready_o (cfu_cmd_ready),
    .cfu_function_i  (cfu_function),
    .cfu_inputs_0_i  (cfu_inputs_0),
    .cfu_inputs_1_i  (cfu_inputs_1),
    .cfu_rsp_valid_o (cfu_rsp_valid),
    .cfu_rsp_ready_i (cfu_rsp_ready),
    .cfu_outputs_0_o (cfu_outputs_0),
    .lines_i         (lines_o),
    .interrupt_o     (kernel_interrupt),
    .more_due_o      (more_due),
    .next_valid_o    (next_valid),
    .next_id_o       (next_id),
    .current_id_o,
    .switch_o,
    .trace_o         (trace)
  );

endmodule
