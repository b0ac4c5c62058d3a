// SPDX-License-Identifier: Apache-2.0

// What both machines have: VexRiscv's Linux variant, RAM that answers in one cycle or later, a CLINT, an
// 8250-style UART, and the time manager. A machine may have further devices on its data bus, and
// refuse an access: nothing comes of it then, and a load gives 0.
// docs/explanation/linux.md has its memory map, systems/linux/devicetree its description for the kernel.
module linux_platform #(
  parameter int unsigned NTasks      = 12,               // As isochron_time_manager's
  parameter int unsigned NumWords    = 4 * 1024 * 1024,  // RAM in words, at most 16 MiB
  parameter logic [31:0] ResetVector = 32'h8000_0000,    // Address of the first instruction
  parameter int unsigned RamWait     = 0,                // Cycles that the RAM's first word of a burst
                                                         // is late, and a word alone; at most 255
  parameter bit          CodeBeside  = 1'b0,             // As linux_core's, and the next
  parameter logic [31:0] CodeAddress = '0
) (
  input  logic        clk_i,              // Clock
  input  logic        rst_ni,             // Asynchronous reset, active low

  output logic        uart_tx_valid_o,    // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,     // The character
  output logic        exit_o,             // The machine was switched off
  output logic [31:0] exit_code_o,        // The value that was stored for it

  output logic        code_req_o,         // As linux_core's, and the next two
  output logic [31:0] code_addr_o,
  input  logic [31:0] code_rdata_i,

  // The data bus, of which some addresses are further devices'
  output logic        data_req_o,         // Request, held until granted, of whatever address
  output logic        data_machine_o,     // As linux_core's
  output logic        data_we_o,          // Store
  output logic [ 3:0] data_be_o,          // Byte enables
  output logic [31:0] data_addr_o,        // Byte address
  output logic [31:0] data_wdata_o,       // Data of a store
  input  logic        data_refused_i,     // The request is not to be done, in its cycle

  // Further devices, at the addresses that nothing here has
  output logic        further_req_o,      // The request is one of theirs, and not refused
  input  logic        further_gnt_i,      // Granted
  input  logic [31:0] further_rdata_i,    // Data of a load, one cycle after the grant

  input  logic        irq_software_i,     // Machine software interrupt, beside the CLINT's
  input  logic [31:0] irq_external_i,     // As linux_core's
  output logic        irq_time_manager_o  // The time manager's interrupt, a level
);

  localparam int unsigned AddressWidth = $clog2(NumWords);

  typedef enum logic [2:0] {
    DeviceNone,
    DeviceFurther,
    DeviceRam,
    DeviceUart,
    DeviceSimulation,
    DeviceClint,
    DeviceTime
  } device_e;

  // -- Core -------------------------------------------------------------------------------------
  logic        instr_req, instr_gnt, instr_rvalid_q;
  logic [31:0] instr_addr, instr_rdata;
  logic        data_req, data_gnt, data_we;
  logic [ 3:0] data_be;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic        irq_software, irq_timer;

  linux_core #(
    .ResetVector (ResetVector),
    .CodeBeside  (CodeBeside),
    .CodeAddress (CodeAddress)
  ) u_core (
    .clk_i,
    .rst_ni,
    .instr_req_o    (instr_req),
    .instr_addr_o   (instr_addr),
    .instr_rvalid_i (instr_rvalid_q),
    .instr_rdata_i  (instr_rdata),
    .code_req_o,
    .code_addr_o,
    .code_rdata_i,
    .data_req_o     (data_req),
    .data_gnt_i     (data_gnt),
    .data_we_o      (data_we),
    .data_be_o      (data_be),
    .data_addr_o    (data_addr),
    .data_wdata_o   (data_wdata),
    .data_rdata_i   (data_rdata),
    .data_machine_o,
    .irq_software_i (irq_software | irq_software_i),
    .irq_timer_i    (irq_timer),
    .irq_external_i
  );

  assign data_req_o   = data_req;
  assign data_we_o    = data_we;
  assign data_be_o    = data_be;
  assign data_addr_o  = data_addr;
  assign data_wdata_o = data_wdata;

  // Whatever is fetched is fetched from the RAM.
  logic unused_instr_addr;
  assign unused_instr_addr = ^{instr_addr[31:AddressWidth+2], instr_addr[1:0]};

  logic [7:0] instr_waited_q;

  assign instr_gnt = instr_req & (instr_rvalid_q | instr_waited_q == 8'(RamWait));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      instr_rvalid_q <= 1'b0;
      instr_waited_q <= '0;
    end else begin
      instr_rvalid_q <= instr_gnt;
      instr_waited_q <= instr_req & ~instr_gnt ? instr_waited_q + 8'd1 : '0;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Data bus: a grant in the same cycle, but from the time manager and further devices, and from a RAM
  // that is slow to load; the answer one cycle later, 0 to all but a load: the core takes what the bus has
  // for the answer of an atomic operation on a device, which it does as a store. The devices here but the
  // RAM answer with the grant.
  // ---------------------------------------------------------------------------------------------
  device_e device, answering_q;
  logic    done, loaded_q, time_req, time_refused, time_gnt;

  logic [7:0] data_waited_q;

  logic [31:0] ram_rdata, uart_rdata, clint_rdata, time_rdata, device_rdata, device_rdata_q;

  always_comb begin
    device = DeviceFurther;
    unique casez (data_addr)
      32'h80??_????: device = DeviceRam;
      32'hF000_????: device = DeviceUart;
      32'hF001_????: device = DeviceSimulation;
      32'hF002_????: device = DeviceClint;
      32'hF003_0???,
      32'hF003_1???: device = DeviceTime;
      default:       device = DeviceFurther;
    endcase
    if (data_refused_i) device = DeviceNone;
  end

  always_comb begin
    unique case (device)
      DeviceRam:     done = data_we | loaded_q | data_waited_q == 8'(RamWait);
      DeviceTime:    done = time_refused | time_gnt;
      DeviceFurther: done = further_gnt_i;
      default:       done = 1'b1;
    endcase
  end

  assign data_gnt      = data_req & done;
  assign further_req_o = data_req & device == DeviceFurther;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answering_q   <= DeviceNone;
      loaded_q      <= 1'b0;
      data_waited_q <= '0;
    end else begin
      answering_q   <= data_gnt & ~data_we & ~time_refused ? device : DeviceNone;
      loaded_q      <= data_gnt & ~data_we & device == DeviceRam;
      data_waited_q <= data_req & ~data_gnt ? data_waited_q + 8'd1 : '0;
    end
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
      DeviceRam:     data_rdata = ram_rdata;
      DeviceFurther: data_rdata = further_rdata_i;
      DeviceNone:    data_rdata = '0;
      default:       data_rdata = device_rdata_q;
    endcase
  end

  // -- Devices. What they refuse the core cannot be told, see linux_core. -----------------------
  soc_ram #(
    .NumWords (NumWords)
  ) u_ram (
    .clk_i,
    .instr_req_i   (instr_gnt),
    .instr_addr_i  (instr_addr[AddressWidth+1:2]),
    .instr_rdata_o (instr_rdata),
    .data_req_i    (data_gnt & device == DeviceRam),
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
    .interrupt_o (irq_time_manager_o)
  );

endmodule
