// SPDX-License-Identifier: Apache-2.0

// A machine on which FreeRTOS on the hardware kernel runs in M mode, and Linux with MMU in S mode as
// one of its tasks: the platform with the hardware kernel, RAM for M mode's code and for its data, an
// interrupt generator, doorbells, and the guard. docs/explanation/linux.md has its memory map.
module below_soc #(
  parameter int unsigned NTasks      = 12,  // As isochron_time_manager's
  parameter int unsigned KernelTasks = 32,  // As isochron's NTasks
  parameter int unsigned RamWait     = 0    // As linux_platform's
) (
  input  logic        clk_i,            // Clock
  input  logic        rst_ni,           // Asynchronous reset, active low

  output logic        uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,   // The character
  output logic        exit_o,           // The machine was switched off
  output logic [31:0] exit_code_o       // The value that was stored for it
);

  localparam int unsigned CodeWords = 8 * 1024;   // RAM for M mode's code
  localparam int unsigned DataWords = 16 * 1024;  // RAM for M mode's data

  typedef enum logic [2:0] {
    DeviceNone,
    DeviceGenerator,
    DeviceDoorbells,
    DeviceKernel,
    DeviceCode,
    DeviceData
  } device_e;

  logic        req, further_req, we, machine, refused, gnt;
  logic [ 3:0] be;
  logic [31:0] addr, wdata, rdata;
  logic        code_req;
  logic [31:0] code_addr, code_instruction;
  logic        irq_time_manager, irq_kernel;
  logic [ 3:0] generator_lines;
  logic [ 2:0] to_linux, to_freertos;
  logic [ 7:0] lines;

  linux_platform #(
    .NTasks      (NTasks),
    .RamWait     (RamWait),
    .ResetVector (32'h8000_0000),
    .CodeBeside  (1'b1),
    .CodeAddress (32'hF021_0000)
  ) u_platform (
    .clk_i,
    .rst_ni,
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .exit_o,
    .exit_code_o,
    .code_req_o         (code_req),
    .code_addr_o        (code_addr),
    .code_rdata_i       (code_instruction),
    .data_req_o         (req),
    .data_machine_o     (machine),
    .data_we_o          (we),
    .data_be_o          (be),
    .data_addr_o        (addr),
    .data_wdata_o       (wdata),
    .data_refused_i     (refused),
    .further_req_o      (further_req),
    .further_gnt_i      (gnt),
    .further_rdata_i    (rdata),
    .irq_software_i     (irq_kernel),
    .irq_external_i     ({29'd0, to_linux}),
    .irq_time_manager_o (irq_time_manager)
  );

  linux_guard u_guard (
    .machine_i (machine),
    .fetch_i   (1'b0),
    .addr_i    (addr),
    .refused_o (refused)
  );

  // ---------------------------------------------------------------------------------------------
  // Further devices: a grant in the same cycle, but from the hardware kernel; the answer one cycle
  // later. The devices but the RAM answer with the grant.
  // ---------------------------------------------------------------------------------------------
  device_e     device, answering_q;
  logic        kernel_gnt;
  logic [31:0] generator_rdata, kernel_rdata, code_rdata, data_rdata, device_rdata, device_rdata_q;
  logic [ 2:0] doorbells_rdata;

  always_comb begin
    unique casez (addr)
      32'hF004_????: device = DeviceGenerator;
      32'hF006_????: device = DeviceDoorbells;
      32'hF01?_????: device = DeviceKernel;
      32'hF021_????: device = DeviceCode;
      32'hF022_????: device = DeviceData;
      default:       device = DeviceNone;
    endcase
    if (!further_req) device = DeviceNone;
  end

  assign gnt = device != DeviceKernel | kernel_gnt;

  always_comb begin
    unique case (device)
      DeviceGenerator: device_rdata = generator_rdata;
      DeviceDoorbells: device_rdata = 32'(doorbells_rdata);
      DeviceKernel:    device_rdata = kernel_rdata;
      default:         device_rdata = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answering_q    <= DeviceNone;
      device_rdata_q <= '0;
    end else begin
      answering_q    <= device;
      device_rdata_q <= device_rdata;
    end
  end

  always_comb begin
    unique case (answering_q)
      DeviceCode: rdata = code_rdata;
      DeviceData: rdata = data_rdata;
      default:    rdata = device_rdata_q;
    endcase
  end

  // What is refused is no request of these; of the others' it is the platform that sees it.
  logic unused_req;
  assign unused_req = req;

  // M mode's code, as it was stored there; fetched from beside the cache.
  logic unused_code_addr;
  assign unused_code_addr = ^{code_addr[31:$clog2(CodeWords)+2], code_addr[1:0]};

  soc_ram #(
    .NumWords (CodeWords)
  ) u_code (
    .clk_i,
    .instr_req_i   (code_req),
    .instr_addr_i  (code_addr[$clog2(CodeWords)+1:2]),
    .instr_rdata_o (code_instruction),
    .data_req_i    (device == DeviceCode),
    .data_we_i     (we),
    .data_addr_i   (addr[$clog2(CodeWords)+1:2]),
    .data_be_i     (be),
    .data_wdata_i  (wdata),
    .data_rdata_o  (code_rdata)
  );

  // M mode's data. Its addresses are not cached: a load that the guard refuses to Linux would leave a
  // line of zeros in the cache, in the place of M mode's data.
  logic [31:0] unused_instr_rdata;

  soc_ram #(
    .NumWords (DataWords)
  ) u_data (
    .clk_i,
    .instr_req_i   (1'b0),
    .instr_addr_i  ('0),
    .instr_rdata_o (unused_instr_rdata),
    .data_req_i    (device == DeviceData),
    .data_we_i     (we),
    .data_addr_i   (addr[$clog2(DataWords)+1:2]),
    .data_be_i     (be),
    .data_wdata_i  (wdata),
    .data_rdata_o  (data_rdata)
  );

  logic unused_generator_err, unused_generator_irq;

  // Its lines are the hardware kernel's, not the core's.
  soc_interrupt_generator #(
    .NumLines (4)
  ) u_generator (
    .clk_i,
    .rst_ni,
    .seed_i  (32'd1),
    .req_i   (device == DeviceGenerator),
    .we_i    (we),
    .addr_i  (addr[15:0]),
    .wdata_i (wdata),
    .rdata_o (generator_rdata),
    .err_o   (unused_generator_err),
    .lines_i ('0),
    .lines_o (generator_lines),
    .irq_o   (unused_generator_irq)
  );

  linux_doorbells u_doorbells (
    .clk_i,
    .rst_ni,
    .req_i         (device == DeviceDoorbells),
    .we_i          (we),
    .page_i        (addr[12]),
    .ring_i        (addr[2]),
    .wdata_i       (wdata[2:0]),
    .rdata_o       (doorbells_rdata),
    .to_linux_o    (to_linux),
    .to_freertos_o (to_freertos)
  );

  assign lines = {irq_time_manager, to_freertos, generator_lines};

  logic        unused_more_due, unused_again, unused_becomes_again;
  logic        unused_other, unused_next_valid, unused_switch;
  logic [$clog2(KernelTasks)-1:0] unused_next_id, unused_current_id;
  logic [10:0] unused_trace;

  isochron #(
    .NTasks      (KernelTasks),
    .NLines      (8),
    .ClockGating (1'b1)
  ) u_isochron (
    .clk_i,
    .rst_ni,
    .req_i            (device == DeviceKernel),
    .we_i             (we),
    .addr_i           (addr[19:0]),
    .wdata_i          (wdata),
    .gnt_o            (kernel_gnt),
    .rdata_o          (kernel_rdata),
    .lines_i          (lines),
    .switch_request_o (irq_kernel),
    .more_due_o       (unused_more_due),
    .again_o          (unused_again),
    .becomes_again_o  (unused_becomes_again),
    .other_o          (unused_other),
    .next_valid_o     (unused_next_valid),
    .next_id_o        (unused_next_id),
    .current_id_o     (unused_current_id),
    .switch_o         (unused_switch),
    .trace_o          (unused_trace)
  );

endmodule
