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
  parameter bit          Fpu             = 1'b0,            // CV32E40P: floating point
  parameter int unsigned RamBytes        = RamSize,         // Bytes of RAM
  parameter int unsigned RamWaits        = 0,               // VexRiscv: cycles that a burst waits for it
  parameter string       RamFile         = "",              // Its contents, as $readmemh reads them
  parameter kernel_e     Kernel          = KernelIsochron,  // What of a kernel is in hardware
  parameter int unsigned NTasks          = 32,              // Its tasks
  parameter int unsigned NPriorities     = 64,              // Its priorities
  parameter int unsigned OtherLines      = 0,               // Interrupt lines of another system's kernel
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
  parameter bit          Trace           = 1'b0,            // The hardware kernel's trace is recorded
  parameter int unsigned TraceBitCycles  = 0,               // It leaves by a serial line, with a bit of
                                                            // so many cycles; 0: by the bus
  parameter bit          Debug           = 1'b0             // Ibex: there is a debug module with JTAG
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

  // Serial line of the trace, with `TraceBitCycles`; 1 at rest
  output logic                trace_tx_o,       // From the SoC

  // JTAG, with `Debug`
  input  logic                jtag_tck_i,       // Clock, of its own
  input  logic                jtag_tms_i,       // Mode
  input  logic                jtag_tdi_i,       // Data to the SoC
  output logic                jtag_tdo_o,       // Data from the SoC

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
  localparam bit                    TraceOnBus = Trace && TraceBitCycles == 0;
  localparam logic [NumDevices-1:0] Devices    =
      ~(NumDevices'(!TraceOnBus) << DeviceTrace | NumDevices'(!Debug) << DeviceDebug);

  if (Trace && Kernel != KernelIsochron) begin : gen_nothing_to_trace
    $error("Trace records what the hardware kernel does: Kernel is to be KernelIsochron");
  end

  if (Debug && Core != CoreIbex) begin : gen_nothing_to_debug
    $error("Debug is for Ibex: Core is to be CoreIbex");
  end

  logic rst_n;  // Reset: the SoC's, and the debug module's of all but itself

  // -- Buses -------------------------------------------------------------------------------------

  logic                  instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0]           instr_addr, instr_rdata;
  logic                  data_req, data_gnt, data_rvalid, data_we, data_err;
  logic [ 3:0]           data_be;
  logic [31:0]           data_addr, data_wdata, data_rdata;

  logic [NumDevices-1:0] device_req;
  device_request_t       request;
  device_response_t      response[NumDevices], devices_response[NumDevices];

  interrupts_t           irq, devices_irq;
  logic                  kernel_interrupt;
  device_response_t      kernel_response, banks_response, debug_response;
  logic                  calls_err, halt;
  logic [10:0]           trace;

  // The window of calls, in front of the hardware kernel, and the contexts, in the core
  calls_t                calls;
  contexts_t             contexts;

  // The traffic generator: bit 0 on the data bus, bit 1 on the RAM's instruction port
  logic [ 1:0]           traffic_begins, traffic_req, traffic_last, traffic_slow, traffic_gnt, traffic;
  logic                  traffic_yields;
  logic [31:0]           traffic_addr[2];

  // The second master of the data bus: the traffic generator, or the debug module
  logic                  second_begins, second_req, second_last, second_slow, second_gnt;
  logic [31:0]           second_addr;

  // The data bus in the first cycle of a request, and in the second
  logic                  host_req, host_rvalid, bus_free, ram_we, data_hold, data_held, data_calls;
  logic                  host_we;
  logic [ 3:0]           host_be, ram_be;
  logic [31:0]           host_addr, host_wdata, ram_rdata;

  // The traffic generator takes turns with the core. VexRiscv's caches expect their words in a row: it is
  // cut off there.
  localparam logic [1:0] Shared = Core == CoreVexRiscv ? '0 : '1;

  soc_arbiter u_data_arbiter (
    .clk_i,
    .rst_ni           (rst_n),
    .traffic_begins_i (second_begins & Shared[0]),
    .traffic_req_i    (second_req & Shared[0]),
    .traffic_last_i   (second_last | (traffic_yields & data_req)),
    .traffic_slow_i   (second_slow),
    .traffic_gnt_o    (second_gnt),
    .traffic_o        (traffic[0]),
    .free_i           (bus_free)
  );

  soc_arbiter u_instr_arbiter (
    .clk_i,
    .rst_ni           (rst_n),
    .traffic_begins_i (traffic_begins[1] & Shared[1]),
    .traffic_req_i    (traffic_req[1] & Shared[1]),
    .traffic_last_i   (traffic_last[1] | (traffic_yields & instr_req)),
    .traffic_slow_i   (traffic_slow[1]),
    .traffic_gnt_o    (traffic_gnt[1]),
    .traffic_o        (traffic[1]),
    .free_i           (1'b1)
  );

  assign host_req  = traffic[0] ? second_gnt : data_req;
  assign host_addr = traffic[0] ? second_addr : data_addr;
  assign data_gnt  = ~traffic[0] & ~data_hold;

  soc_bus #(
    .RamBytes (RamBytes),
    .Devices  (Devices)
  ) u_bus (
    .clk_i,
    .rst_ni         (rst_n),
    .host_req_i     (host_req),
    .host_hold_i    (data_hold & ~traffic[0]),
    .host_we_i      (host_we),
    .host_addr_i    (host_addr),
    .host_be_i      (host_be),
    .host_wdata_i   (host_wdata),
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
    else if (second_gnt)          data_core_q <= 1'b0;
  end

  assign data_rvalid = host_rvalid & data_core_q;

  // Instructions come from RAM, and of a core that is halted from the debug module; a fetch from
  // elsewhere is a bus error.
  logic        fetch_q, fetch_debug_q;
  logic [31:0] fetch_addr_q, ram_instr;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) fetch_q <= 1'b0;
    else        fetch_q <= instr_req & instr_gnt;
  end

  always_ff @(posedge clk_i) begin
    if (instr_req) fetch_addr_q <= instr_addr;
  end

  assign instr_gnt    = ~traffic[1];
  assign instr_rvalid = fetch_q;
  assign instr_err    = (fetch_addr_q & ~(RamBytes - 32'd1)) != RamBase & ~fetch_debug_q;

  // -- Core --------------------------------------------------------------------------------------

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
      .Debug             (Debug),
      .NTasks          (NTasks)
    ) u_core (
      .clk_i,
      .rst_ni         (rst_n),
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
      .irq_i          (irq),
      .halt_i         (halt),
      .fetch_i        (fetch_q & ~fetch_debug_q),
      .fetch_addr_i   (fetch_addr_q[31:2]),
      .banks_req_i    (device_req[DeviceBanks]),
      .banks_request_i  (request),
      .banks_response_o (banks_response),
      .calls_i        (calls),
      .contexts_o     (contexts)
    );

    assign {cfu_cmd_valid, cfu_function, cfu_inputs_0, cfu_inputs_1} = '0;
    assign cfu_rsp_ready                                             = 1'b1;

    logic unused;
    assign unused = ^{cfu_cmd_ready, cfu_rsp_valid, cfu_outputs_0};
  end else if (Core == CoreVexRiscv) begin : gen_vexriscv
    soc_core_vexriscv #(
      .RamWaits        (RamWaits)
    ) u_core (
      .clk_i,
      .rst_ni         (rst_n),
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
      .irq_i          (irq),
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
    assign unused = ^{instr_gnt, data_err, calls, halt, device_req[DeviceBanks]};

    assign contexts       = '0;
    assign banks_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};
  end else begin : gen_cv32e40p
    soc_core_cv32e40p #(
      .Fpu (Fpu)
    ) u_core (
      .clk_i,
      .rst_ni         (rst_n),
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
      .irq_i          (irq)
    );

    // This core cannot be told of an error, and has neither contexts nor custom instructions.
    assign contexts                                                  = '0;
    assign banks_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};
    assign {cfu_cmd_valid, cfu_function, cfu_inputs_0, cfu_inputs_1} = '0;
    assign cfu_rsp_ready                                             = 1'b1;

    logic unused;
    assign unused = ^{data_err, calls, halt, device_req[DeviceBanks], cfu_cmd_ready, cfu_rsp_valid,
                      cfu_outputs_0};
  end

  // -- Devices -----------------------------------------------------------------------------------

  always_comb begin
    response               = devices_response;
    response[DeviceRam]    = '{gnt: 1'b1, err: 1'b0, rdata: ram_rdata};
    response[DeviceKernel] = kernel_response;
    response[DeviceBanks]  = banks_response;
    response[DeviceDebug]  = debug_response;
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
    .instr_rdata_o (ram_instr),
    .data_req_i    (1'b1),
    .data_we_i     (ram_we),
    .data_addr_i   (host_addr[2+:RamAddressWidth]),
    .data_be_i     (ram_be),
    .data_wdata_i  (host_wdata),
    .data_rdata_o  (ram_rdata)
  );

  soc_devices #(
    .RamBytes        (RamBytes),
    .InstantTransmit (InstantTransmit),
    .UartLine        (UartLine),
    .UartDivisor     (UartDivisor),
    .SharedBus       (SharedBus),
    .OtherDevice     (OtherDevice),
    .Trace           (Trace),
    .TraceBitCycles  (TraceBitCycles)
  ) u_devices (
    .clk_i,
    .rst_ni             (rst_n),
    .seed_i,
    .req_i              (device_req),
    .request_i          (request),
    .response_o         (devices_response),
    .irq_o              (devices_irq),
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
    .traffic_yields_o   (traffic_yields),
    .traffic_addr_o     (traffic_addr),
    .traffic_gnt_i      (traffic_gnt),
    .trace_i            (trace),
    .trace_tx_o,
    .exit_o,
    .exit_code_o
  );
  always_comb begin
    irq          = devices_irq;
    irq.software = devices_irq.software | kernel_interrupt;
  end

  // -- Debug -------------------------------------------------------------------------------------

  if (Debug) begin : gen_debug
    logic        reset, fetch, fetch_at;
    logic        second_debug, debug_req, debug_we, debug_gnt, debug_rvalid;
    logic [ 3:0] debug_be;
    logic [31:0] debug_addr, debug_wdata, debug_instr, debug_rdata;

    assign rst_n = rst_ni & ~reset;

    assign fetch_at = (instr_addr & ~(DebugSize - 32'd1)) == DebugBase;
    assign fetch    = instr_req & instr_gnt & fetch_at;

    always_ff @(posedge clk_i or negedge rst_n) begin
      if (!rst_n) fetch_debug_q <= 1'b0;
      else        fetch_debug_q <= fetch;
    end

    assign instr_rdata = fetch_debug_q ? debug_instr : ram_instr;

    soc_debug u_debug (
      .clk_i,
      .rst_ni,
      .tck_i         (jtag_tck_i),
      .tms_i         (jtag_tms_i),
      .tdi_i         (jtag_tdi_i),
      .tdo_o         (jtag_tdo_o),
      .reset_o       (reset),
      .halt_o        (halt),
      .fetch_i       (fetch),
      .fetch_addr_i  (instr_addr[11:0]),
      .fetch_rdata_o (debug_instr),
      .req_i         (device_req[DeviceDebug]),
      .we_i          (request.we),
      .addr_i        (request.addr[11:0]),
      .wdata_i       (request.wdata),
      .gnt_o         (debug_response.gnt),
      .rdata_o       (debug_rdata),
      .bus_req_o     (debug_req),
      .bus_we_o      (debug_we),
      .bus_addr_o    (debug_addr),
      .bus_be_o      (debug_be),
      .bus_wdata_o   (debug_wdata),
      .bus_gnt_i     (debug_gnt),
      .bus_rvalid_i  (debug_rvalid),
      .bus_rdata_i   (data_rdata)
    );
    assign debug_response.err   = 1'b0;
    assign debug_response.rdata = debug_rdata;

    soc_debug_turns u_turns (
      .clk_i,
      .rst_ni           (rst_n),
      .traffic_begins_i (traffic_begins[0]),
      .traffic_req_i    (traffic_req[0]),
      .traffic_last_i   (traffic_last[0]),
      .traffic_slow_i   (traffic_slow[0]),
      .traffic_addr_i   (traffic_addr[0]),
      .traffic_gnt_o    (traffic_gnt[0]),
      .debug_req_i      (debug_req),
      .debug_addr_i     (debug_addr),
      .debug_gnt_o      (debug_gnt),
      .debug_rvalid_o   (debug_rvalid),
      .begins_o         (second_begins),
      .req_o            (second_req),
      .last_o           (second_last),
      .slow_o           (second_slow),
      .addr_o           (second_addr),
      .gnt_i            (second_gnt),
      .rvalid_i         (host_rvalid & ~data_core_q),
      .debug_o          (second_debug)
    );

    // The traffic generator loads words.
    assign host_we    = traffic[0] ? second_debug & debug_we : data_we;
    assign host_be    = traffic[0] ? debug_be | {4{~second_debug}} : data_be;
    assign host_wdata = traffic[0] ? debug_wdata : data_wdata;
    assign ram_be     = host_be;
  end else begin : gen_no_debug
    assign rst_n          = rst_ni;
    assign halt           = 1'b0;
    assign jtag_tdo_o     = 1'b0;
    assign fetch_debug_q  = 1'b0;
    assign instr_rdata    = ram_instr;
    assign debug_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};

    assign second_begins  = traffic_begins[0];
    assign second_req     = traffic_req[0];
    assign second_last    = traffic_last[0];
    assign second_slow    = traffic_slow[0];
    assign second_addr    = traffic_addr[0];
    assign traffic_gnt[0] = second_gnt;

    assign host_we    = data_we & ~traffic[0];
    assign host_be    = data_be | {4{traffic[0]}};
    assign host_wdata = data_wdata;
    assign ram_be     = data_be;

    logic unused;
    assign unused = ^{jtag_tck_i, jtag_tms_i, jtag_tdi_i, device_req[DeviceDebug]};
  end

  // -- Kernel hardware ---------------------------------------------------------------------------

  soc_kernel #(
    .Kernel      (Kernel),
    .Cfu         (Core == CoreVexRiscv),
    .Contexts      (Contexts),
    .NTasks      (NTasks),
    .NPriorities (NPriorities),
    .OtherLines  (OtherLines),
    .NObjects    (NObjects),
    .MessageWords(MessageWords),
    .ClockGating (ClockGating)
  ) u_kernel (
    .clk_i,
    .rst_ni          (rst_n),
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
    .current_id_o,
    .switch_o,
    .trace_o         (trace)
  );

endmodule
