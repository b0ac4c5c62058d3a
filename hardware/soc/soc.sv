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

  logic                  rst_n;  // Reset: the SoC's, and the debug module's of all but itself
  instr_request_t        instr;
  data_request_t         data;
  bus_answer_t           instr_answer, data_answer;
  logic                  halt, fetch;
  logic [31:2]           fetch_addr;

  logic [NumDevices-1:0] device_req;
  device_request_t       request;
  device_response_t      response[NumDevices], devices_response[NumDevices];
  device_response_t      kernel_response, calls_response, banks_response;
  traffic_t              traffic;
  logic [ 1:0]           traffic_gnt;

  interrupts_t           irq, devices_irq;
  logic                  kernel_interrupt;
  logic [10:0]           trace;

  // The window of calls, in front of the hardware kernel, and the contexts, in the core
  calls_t                calls;
  contexts_t             contexts;
  logic                  hold, held, held_calls;

  // -- Buses -------------------------------------------------------------------------------------

  soc_buses #(
    .Core     (Core),
    .RamBytes (RamBytes),
    .RamFile  (RamFile),
    .Devices  (Devices),
    .Debug    (Debug)
  ) u_buses (
    .clk_i,
    .rst_ni,
    .rst_no            (rst_n),
    .instr_i           (instr),
    .instr_o           (instr_answer),
    .data_i            (data),
    .data_o            (data_answer),
    .halt_o            (halt),
    .fetch_o           (fetch),
    .fetch_addr_o      (fetch_addr),
    .hold_i            (hold),
    .held_o            (held),
    .held_calls_o      (held_calls),
    .device_req_o      (device_req),
    .device_request_o  (request),
    .device_response_i (response),
    .traffic_i         (traffic),
    .traffic_gnt_o     (traffic_gnt),
    .jtag_tck_i,
    .jtag_tms_i,
    .jtag_tdi_i,
    .jtag_tdo_o
  );

  // -- Core --------------------------------------------------------------------------------------

  logic        cfu_cmd_valid, cfu_cmd_ready, cfu_rsp_valid, cfu_rsp_ready;
  logic [ 9:0] cfu_function;
  logic [31:0] cfu_inputs_0, cfu_inputs_1, cfu_outputs_0;

  if (Core == CoreIbex) begin : gen_ibex
    soc_core_ibex #(
      .RV32M           (RV32M),
      .WritebackStage  (WritebackStage),
      .BranchTargetALU (BranchTargetALU),
      .Contexts        (Contexts),
      .ContextsDebug   (ContextsDebug),
      .Debug           (Debug),
      .NTasks          (NTasks)
    ) u_core (
      .clk_i,
      .rst_ni           (rst_n),
      .instr_o          (instr),
      .instr_i          (instr_answer),
      .data_o           (data),
      .data_i           (data_answer),
      .irq_i            (irq),
      .halt_i           (halt),
      .fetch_i          (fetch),
      .fetch_addr_i     (fetch_addr),
      .banks_req_i      (device_req[DeviceBanks]),
      .banks_request_i  (request),
      .banks_response_o (banks_response),
      .calls_i          (calls),
      .contexts_o       (contexts)
    );
  end else if (Core == CoreVexRiscv) begin : gen_vexriscv
    soc_core_vexriscv #(
      .RamWaits (RamWaits)
    ) u_core (
      .clk_i,
      .rst_ni          (rst_n),
      .instr_o         (instr),
      .instr_i         (instr_answer),
      .data_o          (data),
      .data_i          (data_answer),
      .irq_i           (irq),
      .cfu_cmd_valid_o (cfu_cmd_valid),
      .cfu_cmd_ready_i (cfu_cmd_ready),
      .cfu_function_o  (cfu_function),
      .cfu_inputs_0_o  (cfu_inputs_0),
      .cfu_inputs_1_o  (cfu_inputs_1),
      .cfu_rsp_valid_i (cfu_rsp_valid),
      .cfu_rsp_ready_o (cfu_rsp_ready),
      .cfu_outputs_0_i (cfu_outputs_0)
    );
  end else begin : gen_cv32e40p
    soc_core_cv32e40p #(
      .Fpu (Fpu)
    ) u_core (
      .clk_i,
      .rst_ni  (rst_n),
      .instr_o (instr),
      .instr_i (instr_answer),
      .data_o  (data),
      .data_i  (data_answer),
      .irq_i   (irq)
    );
  end

  if (Core != CoreVexRiscv) begin : gen_no_cfu
    assign {cfu_cmd_valid, cfu_function, cfu_inputs_0, cfu_inputs_1} = '0;
    assign cfu_rsp_ready                                             = 1'b1;

    logic unused;
    assign unused = ^{cfu_cmd_ready, cfu_rsp_valid, cfu_outputs_0};
  end

  if (Core != CoreIbex) begin : gen_no_contexts
    assign contexts       = '0;
    assign banks_response = '{gnt: 1'b1, err: 1'b1, rdata: '0};

    logic unused;
    assign unused = ^{calls, halt, fetch, fetch_addr, device_req[DeviceBanks]};
  end

  // -- Devices -----------------------------------------------------------------------------------

  always_comb begin
    response               = devices_response;
    response[DeviceKernel] = kernel_response;
    response[DeviceBanks]  = banks_response;
    response[DeviceCalls]  = calls_response;
  end

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
    .rst_ni        (rst_n),
    .seed_i,
    .req_i         (device_req),
    .request_i     (request),
    .response_o    (devices_response),
    .irq_o         (devices_irq),
    .lines_i,
    .lines_o,
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .uart_rx_valid_i,
    .uart_rx_data_i,
    .uart_tx_o,
    .uart_rx_i,
    .traffic_o     (traffic),
    .traffic_gnt_i (traffic_gnt),
    .trace_i       (trace),
    .trace_tx_o,
    .exit_o,
    .exit_code_o
  );
  always_comb begin
    irq          = devices_irq;
    irq.software = devices_irq.software | kernel_interrupt;
  end

  // -- Kernel hardware ---------------------------------------------------------------------------

  soc_kernel #(
    .Kernel       (Kernel),
    .Cfu          (Core == CoreVexRiscv),
    .Contexts     (Contexts),
    .NTasks       (NTasks),
    .NPriorities  (NPriorities),
    .OtherLines   (OtherLines),
    .NObjects     (NObjects),
    .MessageWords (MessageWords),
    .ClockGating  (ClockGating)
  ) u_kernel (
    .clk_i,
    .rst_ni          (rst_n),
    .kernel_req_i    (device_req[DeviceKernel]),
    .calls_req_i     (device_req[DeviceCalls]),
    .request_i       (request),
    .kernel_o        (kernel_response),
    .window_o        (calls_response),
    .hold_o          (hold),
    .held_i          (held),
    .held_calls_i    (held_calls),
    .granted_i       (data_answer.gnt),
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
