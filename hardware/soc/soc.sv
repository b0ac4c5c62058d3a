// SPDX-License-Identifier: Apache-2.0

// Reference SoC: an unmodified ibex_core, RAM, CLINT, UART, interrupt generator, stopwatch, and
// the hardware kernel. docs/soc.md describes it.
module soc
  import ibex_pkg::*;
  import soc_pkg::*;
#(
  parameter rv32m_e      RV32M           = RV32MFast,  // Multiplier and divider of the core
  parameter bit          WritebackStage  = 1'b1,       // Third pipeline stage of the core
  parameter bit          BranchTargetALU = 1'b1,       // Second adder for branch targets
  parameter int unsigned NTasks          = 32,         // Tasks of the hardware kernel
  parameter int unsigned NPriorities     = 64,         // Its priorities
  parameter int unsigned NObjects        = 64,         // Its objects
  parameter bit          ClockGating     = 1'b0,       // Its clock stops while nothing happens
  parameter bit          InstantTransmit = 1'b1        // The UART transmits in no time
) (
  input  logic                clk_i,            // Clock
  input  logic                rst_ni,           // Asynchronous reset, active low
  input  logic [31:0]         seed_i,           // Seed of the interrupt generator's phases

  // Characters of the UART
  output logic                uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0]         uart_tx_data_o,   // The character
  input  logic                uart_rx_valid_i,  // A character arrives in this cycle
  input  logic [ 7:0]         uart_rx_data_i,   // The character

  // Simulation
  output logic                exit_o,           // The program has ended
  output logic [31:0]         exit_code_o,      // Its exit code

  // For observers
  output logic [NumLines-1:0] lines_o,          // Interrupt lines
  output logic [ 7:0]         current_id_o,     // Running task of the hardware kernel
  output logic                switch_o,         // The running task changes
  output logic                double_fault_o    // An exception while one was handled
);

  localparam int unsigned RamWords        = RamSize / 4;
  localparam int unsigned RamAddressWidth = $clog2(RamWords);

  ///////////
  // Buses //
  ///////////

  logic                  instr_req, instr_rvalid, instr_err;
  logic [31:0]           instr_addr, instr_rdata;
  logic                  data_req, data_gnt, data_rvalid, data_we, data_err;
  logic [ 3:0]           data_be;
  logic [31:0]           data_addr, data_wdata, data_rdata;

  logic [NumDevices-1:0] device_req, device_gnt, device_err;
  logic [31:0]           device_rdata[NumDevices];

  logic                  irq_software, irq_timer, irq_external, irq_uart;
  logic                  msip, switch_request;
  logic                  kernel_gnt;

  soc_bus u_bus (
    .clk_i,
    .rst_ni,
    .host_req_i     (data_req),
    .host_gnt_o     (data_gnt),
    .host_addr_i    (data_addr),
    .host_be_i      (data_be),
    .host_rvalid_o  (data_rvalid),
    .host_rdata_o   (data_rdata),
    .host_err_o     (data_err),
    .device_req_o   (device_req),
    .device_gnt_i   (device_gnt),
    .device_rdata_i (device_rdata),
    .device_err_i   (device_err)
  );

  // Instructions come from RAM only; a fetch from elsewhere is a bus error.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      instr_rvalid <= 1'b0;
      instr_err    <= 1'b0;
    end else begin
      instr_rvalid <= instr_req;
      instr_err    <= (instr_addr & ~(RamSize - 32'd1)) != RamBase;
    end
  end

  //////////
  // Core //
  //////////

  logic [ 4:0] rf_raddr_a, rf_raddr_b, rf_waddr;
  logic [31:0] rf_rdata_a, rf_rdata_b, rf_wdata;
  logic        rf_we;

  logic [IC_TAG_SIZE-1:0]  no_tag[IC_NUM_WAYS];
  logic [IC_LINE_SIZE-1:0] no_line[IC_NUM_WAYS];
  assign no_tag  = '{default: '0};
  assign no_line = '{default: '0};

  // Outputs for debuggers, caches and security alerts are not used here.
  /* verilator lint_off PINCONNECTEMPTY */
  ibex_core #(
    .MHPMCounterNum  (0),
    .RV32M           (RV32M),
    .WritebackStage  (WritebackStage),
    .BranchTargetALU (BranchTargetALU)
  ) u_ibex_core (
    .clk_i,
    .rst_ni,
    .hart_id_i              ('0),
    .boot_addr_i            (BootAddress),
    .instr_req_o            (instr_req),
    .instr_gnt_i            (instr_req),
    .instr_rvalid_i         (instr_rvalid),
    .instr_addr_o           (instr_addr),
    .instr_rdata_i          (instr_rdata),
    .instr_err_i            (instr_err),
    .data_req_o             (data_req),
    .data_gnt_i             (data_gnt),
    .data_rvalid_i          (data_rvalid),
    .data_we_o              (data_we),
    .data_be_o              (data_be),
    .data_addr_o            (data_addr),
    .data_wdata_o           (data_wdata),
    .data_rdata_i           (data_rdata),
    .data_err_i             (data_err),
    .dummy_instr_id_o       (),
    .dummy_instr_wb_o       (),
    .rf_raddr_a_o           (rf_raddr_a),
    .rf_raddr_b_o           (rf_raddr_b),
    .rf_waddr_wb_o          (rf_waddr),
    .rf_we_wb_o             (rf_we),
    .rf_wdata_wb_ecc_o      (rf_wdata),
    .rf_rdata_a_ecc_i       (rf_rdata_a),
    .rf_rdata_b_ecc_i       (rf_rdata_b),
    .ic_tag_req_o           (),
    .ic_tag_write_o         (),
    .ic_tag_addr_o          (),
    .ic_tag_wdata_o         (),
    .ic_tag_rdata_i         (no_tag),
    .ic_data_req_o          (),
    .ic_data_write_o        (),
    .ic_data_addr_o         (),
    .ic_data_wdata_o        (),
    .ic_data_rdata_i        (no_line),
    .ic_scr_key_valid_i     (1'b0),
    .ic_scr_key_req_o       (),
    .irq_software_i         (irq_software),
    .irq_timer_i            (irq_timer),
    .irq_external_i         (irq_external),
    .irq_fast_i             ({14'd0, irq_uart}),
    .irq_nm_i               (1'b0),
    .irq_pending_o          (),
    .debug_req_i            (1'b0),
    .crash_dump_o           (),
    .double_fault_seen_o    (double_fault_o),
    .fetch_enable_i         (IbexMuBiOn),
    .alert_minor_o          (),
    .alert_major_internal_o (),
    .alert_major_bus_o      (),
    .core_busy_o            ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  soc_register_file u_register_file (
    .clk_i,
    .raddr_a_i (rf_raddr_a),
    .rdata_a_o (rf_rdata_a),
    .raddr_b_i (rf_raddr_b),
    .rdata_b_o (rf_rdata_b),
    .we_i      (rf_we),
    .waddr_i   (rf_waddr),
    .wdata_i   (rf_wdata)
  );

  /////////////
  // Devices //
  /////////////

  // Only the hardware kernel delays a grant.
  always_comb begin
    device_gnt               = '1;
    device_gnt[DeviceKernel] = kernel_gnt;
  end

  soc_ram #(
    .NumWords (RamWords)
  ) u_ram (
    .clk_i,
    .instr_req_i   (instr_req),
    .instr_addr_i  (instr_addr[2+:RamAddressWidth]),
    .instr_rdata_o (instr_rdata),
    .data_req_i    (device_req[DeviceRam]),
    .data_we_i     (data_we),
    .data_addr_i   (data_addr[2+:RamAddressWidth]),
    .data_be_i     (data_be),
    .data_wdata_i  (data_wdata),
    .data_rdata_o  (device_rdata[DeviceRam])
  );
  assign device_err[DeviceRam] = 1'b0;

  soc_uart #(
    .InstantTransmit (InstantTransmit)
  ) u_uart (
    .clk_i,
    .rst_ni,
    .req_i      (device_req[DeviceUart]),
    .we_i       (data_we),
    .addr_i     (data_addr[15:0]),
    .be_i       (data_be[0]),
    .wdata_i    (data_wdata[7:0]),
    .rdata_o    (device_rdata[DeviceUart]),
    .err_o      (device_err[DeviceUart]),
    .tx_valid_o (uart_tx_valid_o),
    .tx_data_o  (uart_tx_data_o),
    .rx_valid_i (uart_rx_valid_i),
    .rx_data_i  (uart_rx_data_i),
    .irq_o      (irq_uart)
  );

  soc_interrupt_generator #(
    .NumLines (NumLines)
  ) u_interrupt_generator (
    .clk_i,
    .rst_ni,
    .seed_i,
    .req_i   (device_req[DeviceInterruptGenerator]),
    .we_i    (data_we),
    .addr_i  (data_addr[15:0]),
    .wdata_i (data_wdata),
    .rdata_o (device_rdata[DeviceInterruptGenerator]),
    .err_o   (device_err[DeviceInterruptGenerator]),
    .lines_o (lines_o),
    .irq_o   (irq_external)
  );

  soc_stopwatch #(
    .NumLines (NumLines)
  ) u_stopwatch (
    .clk_i,
    .rst_ni,
    .req_i   (device_req[DeviceStopwatch]),
    .we_i    (data_we),
    .addr_i  (data_addr[15:0]),
    .wdata_i (data_wdata),
    .rdata_o (device_rdata[DeviceStopwatch]),
    .err_o   (device_err[DeviceStopwatch]),
    .lines_i (lines_o)
  );

  soc_simulation_control u_simulation_control (
    .clk_i,
    .rst_ni,
    .req_i       (device_req[DeviceSimulation]),
    .we_i        (data_we),
    .addr_i      (data_addr[15:0]),
    .wdata_i     (data_wdata),
    .err_o       (device_err[DeviceSimulation]),
    .exit_o,
    .exit_code_o
  );
  assign device_rdata[DeviceSimulation] = '0;

  soc_clint u_clint (
    .clk_i,
    .rst_ni,
    .req_i          (device_req[DeviceClint]),
    .we_i           (data_we),
    .addr_i         (data_addr[15:0]),
    .wdata_i        (data_wdata),
    .rdata_o        (device_rdata[DeviceClint]),
    .err_o          (device_err[DeviceClint]),
    .irq_software_o (msip),
    .irq_timer_o    (irq_timer)
  );
  assign irq_software = msip | switch_request;

  /////////////////////
  // Hardware kernel //
  /////////////////////

  localparam int unsigned TaskWidth = $clog2(NTasks);
  logic [TaskWidth-1:0] current_id;
  logic                 unused_kernel_rvalid;  // soc_bus knows: one cycle after the grant

  isochron #(
    .NTasks      (NTasks),
    .NPriorities (NPriorities),
    .NObjects    (NObjects),
    .NLines      (NumLines),
    .ClockGating (ClockGating)
  ) u_isochron (
    .clk_i,
    .rst_ni,
    .req_i            (device_req[DeviceKernel]),
    .we_i             (data_we),
    .addr_i           (data_addr[19:0]),
    .wdata_i          (data_wdata),
    .gnt_o            (kernel_gnt),
    .rvalid_o         (unused_kernel_rvalid),
    .rdata_o          (device_rdata[DeviceKernel]),
    .lines_i          (lines_o),
    .switch_request_o (switch_request),
    .current_id_o     (current_id),
    .switch_o         (switch_o)
  );
  assign current_id_o             = 8'(current_id);
  assign device_err[DeviceKernel] = 1'b0;

endmodule
