// SPDX-License-Identifier: Apache-2.0

// A machine that Linux runs on without MMU and without firmware: VexRiscv's Linux variant, RAM that
// answers in one cycle, a CLINT, an 8250-style UART, and the time manager.
// docs/explanation/linux.md has its memory map, linux/devicetree its description for the kernel.
module linux_soc #(
  parameter int unsigned NTasks   = 12,              // As isochron_time_manager's
  parameter int unsigned NumWords = 4 * 1024 * 1024  // RAM in words
) (
  input  logic        clk_i,            // Clock
  input  logic        rst_ni,           // Asynchronous reset, active low

  output logic        uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,   // The character
  output logic        exit_o,           // The machine was switched off
  output logic [31:0] exit_code_o       // The value that was stored for it
);

  localparam logic [31:0] RamBase      = 32'h8000_0000;
  localparam int unsigned AddressWidth = $clog2(NumWords);

  // The last page of the RAM is where the simulator puts the first instructions.
  localparam logic [31:0] ResetVector = RamBase + 4 * NumWords - 32'h1000;

  typedef enum logic [2:0] {
    DeviceNone,
    DeviceRam,
    DeviceUart,
    DeviceSimulation,
    DeviceClint,
    DeviceTime
  } device_e;

  // ---------------------------------------------------------------------------------------------
  // Core
  // ---------------------------------------------------------------------------------------------
  logic        instr_req, instr_rvalid_q;
  logic [31:0] instr_addr, instr_rdata;
  logic        data_req, data_gnt, data_we;
  logic [ 3:0] data_be;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic        irq_software, irq_timer, irq_time_manager;

  linux_core #(
    .ResetVector (ResetVector)
  ) u_core (
    .clk_i,
    .rst_ni,
    .instr_req_o    (instr_req),
    .instr_addr_o   (instr_addr),
    .instr_rvalid_i (instr_rvalid_q),
    .instr_rdata_i  (instr_rdata),
    .data_req_o     (data_req),
    .data_gnt_i     (data_gnt),
    .data_we_o      (data_we),
    .data_be_o      (data_be),
    .data_addr_o    (data_addr),
    .data_wdata_o   (data_wdata),
    .data_rdata_i   (data_rdata),
    .irq_software_i (irq_software),
    .irq_timer_i    (irq_timer),
    .irq_external_i (irq_time_manager)
  );

  // Whatever is fetched is fetched from the RAM.
  logic unused_instr_addr;
  assign unused_instr_addr = ^{instr_addr[31:AddressWidth+2], instr_addr[1:0]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) instr_rvalid_q <= 1'b0;
    else         instr_rvalid_q <= instr_req;
  end

  // ---------------------------------------------------------------------------------------------
  // Data bus: a grant in the same cycle, but from the time manager; the answer one cycle later. The
  // devices but the RAM answer with the grant.
  // ---------------------------------------------------------------------------------------------
  device_e device, answering_q;
  logic    time_req, time_refused, time_gnt;

  logic [31:0] ram_rdata, uart_rdata, clint_rdata, time_rdata, device_rdata, device_rdata_q;

  always_comb begin
    device = DeviceNone;
    unique casez (data_addr)
      32'h80??_????: device = DeviceRam;
      32'hF000_????: device = DeviceUart;
      32'hF001_????: device = DeviceSimulation;
      32'hF002_????: device = DeviceClint;
      32'hF003_0???,
      32'hF003_1???: device = DeviceTime;
      default:       device = DeviceNone;
    endcase
  end

  assign data_gnt = data_req & (device != DeviceTime | time_refused | time_gnt);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) answering_q <= DeviceNone;
    else         answering_q <= data_gnt & ~time_refused ? device : DeviceNone;
  end

  always_comb begin
    unique case (device)
      DeviceUart:  device_rdata = uart_rdata;
      DeviceClint: device_rdata = clint_rdata;
      DeviceTime:  device_rdata = time_rdata;
      default:     device_rdata = '0;
    endcase
  end

  always_ff @(posedge clk_i) device_rdata_q <= device_rdata;

  always_comb begin
    unique case (answering_q)
      DeviceRam:  data_rdata = ram_rdata;
      DeviceNone: data_rdata = '0;
      default:    data_rdata = device_rdata_q;
    endcase
  end

  // ---------------------------------------------------------------------------------------------
  // Devices. What they refuse the core cannot be told, see linux_core.
  // ---------------------------------------------------------------------------------------------
  soc_ram #(
    .NumWords (NumWords)
  ) u_ram (
    .clk_i,
    .instr_req_i   (instr_req),
    .instr_addr_i  (instr_addr[AddressWidth+1:2]),
    .instr_rdata_o (instr_rdata),
    .data_req_i    (data_req & device == DeviceRam),
    .data_we_i     (data_we),
    .data_addr_i   (data_addr[AddressWidth+1:2]),
    .data_be_i     (data_be),
    .data_wdata_i  (data_wdata),
    .data_rdata_o  (ram_rdata)
  );

  logic unused_uart_err, unused_uart_irq, unused_simulation_err, unused_clint_err, unused_time_err;
  logic [15:0] unused_divisor;

  // Without an interrupt: characters leave at once.
  soc_uart u_uart (
    .clk_i,
    .rst_ni,
    .req_i      (data_req & device == DeviceUart),
    .we_i       (data_we),
    .addr_i     (data_addr[15:0]),
    .be_i       (data_be[0]),
    .wdata_i    (data_wdata[7:0]),
    .rdata_o    (uart_rdata),
    .err_o      (unused_uart_err),
    .tx_valid_o (uart_tx_valid_o),
    .tx_data_o  (uart_tx_data_o),
    .rx_valid_i (1'b0),
    .rx_data_i  (8'd0),
    .divisor_o  (unused_divisor),
    .irq_o      (unused_uart_irq)
  );

  soc_simulation_control u_simulation_control (
    .clk_i,
    .rst_ni,
    .req_i       (data_req & device == DeviceSimulation),
    .we_i        (data_we),
    .addr_i      (data_addr[15:0]),
    .wdata_i     (data_wdata),
    .err_o       (unused_simulation_err),
    .exit_o,
    .exit_code_o
  );

  soc_clint u_clint (
    .clk_i,
    .rst_ni,
    .req_i          (data_req & device == DeviceClint),
    .we_i           (data_we),
    .addr_i         (data_addr[15:0]),
    .wdata_i        (data_wdata),
    .rdata_o        (clint_rdata),
    .err_o          (unused_clint_err),
    .irq_software_o (irq_software),
    .irq_timer_o    (irq_timer)
  );

  isochron_time_page u_time_page (
    .req_i     (data_req & device == DeviceTime),
    .page_i    (data_addr[12]),
    .we_i      (data_we),
    .addr_i    (data_addr[11:0]),
    .req_o     (time_req),
    .refused_o (time_refused)
  );

  isochron_time_manager #(
    .NTasks (NTasks)
  ) u_time_manager (
    .clk_i,
    .rst_ni,
    .req_i       (time_req),
    .we_i        (data_we),
    .addr_i      (data_addr[10:0]),
    .wdata_i     (data_wdata),
    .gnt_o       (time_gnt),
    .rdata_o     (time_rdata),
    .err_o       (unused_time_err),
    .interrupt_o (irq_time_manager)
  );

endmodule
