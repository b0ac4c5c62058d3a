// SPDX-License-Identifier: Apache-2.0

// Several Ibex cores on one RAM. A core has the buses of the reference SoC and the same addresses: a
// load takes the same cycles. With OnePort a fetch waits for the core's own load or store. UART and
// simulation control are each core's own; CLINT and locks have a port for each core. The locks are
// in the CLINT's 64 KiB, behind its registers. With HardwareKernel the hardware kernel has a bus of
// each core, and requests a switch by that core's software interrupt.
module smp_soc
  import soc_pkg::*;
  import soc_registers_pkg::*;
#(
  parameter int unsigned NCores         = 2,        // Cores; with the hardware kernel 2 or 4
  parameter bit          HardwareKernel = 1'b0,     // The hardware kernel is there
  parameter bit          OnePort        = 1'b0,     // A core has one port to the RAM, as an FPGA with two
                                                    // cores: its fetches wait for its loads and stores
  parameter bit          OnePriority    = 1'b0,     // As isochron's
  parameter int unsigned RamBytes       = RamSize,  // Size of the RAM, a power of two
  parameter string       RamFile        = ""        // With OnePort: its contents, as $readmemh reads them
) (
  input  logic                    clk_i,            // Clock
  input  logic                    rst_ni,           // Asynchronous reset, active low

  input  logic [NumLines-1:0]     lines_i,          // Interrupt lines of the hardware kernel, synchronous
  output logic [NCores-1:0]       uart_tx_valid_o,  // A core's character leaves in this cycle
  output logic [NCores-1:0][ 7:0] uart_tx_data_o,   // The character
  input  logic                    uart_tx_busy_i,   // The line that they share has not sent the one before
  output logic [NCores-1:0]       exit_o,           // A core has ended the program
  output logic [NCores-1:0][31:0] exit_code_o,      // Its exit code
  output logic [NCores-1:0][ 7:0] current_id_o      // Running task, as the hardware kernel knows it
);

  localparam int unsigned RamWords     = RamBytes / 4;
  localparam int unsigned AddressWidth = $clog2(RamWords);
  localparam int unsigned LockWidth    = 5;

  localparam logic [NumDevices-1:0] Devices =
      NumDevices'((1 << DeviceRam) | (1 << DeviceUart) | (1 << DeviceSimulation) | (1 << DeviceClint))
      | NumDevices'(HardwareKernel << DeviceKernel);

  // Bits 15 to 12 of an address in the CLINT's 64 KiB
  localparam logic [3:0] PageLocks         = 4'hC;
  localparam logic [3:0] PageCountingLocks = 4'hD;

  logic [NCores-1:0][AddressWidth-1:0] instr_word, data_word;
  logic [NCores-1:0][31:0]             instr_rdata, data_wdata, ram_rdata;
  logic [NCores-1:0]                   ram_we, accesses;
  logic [NCores-1:0][ 3:0]             data_be;

  logic [NCores-1:0]                   we, clint_req, clint_err, locks_req, counting_locks_req;
  logic [NCores-1:0]                   locks_taken, counting_locks_taken;
  logic [NCores-1:0][15:0]             offset;
  logic [NCores-1:0][LockWidth-1:0]    lock;
  logic [NCores-1:0][31:0]             wdata, clint_rdata;
  logic [NCores-1:0]                   irq_software, irq_timer;
  logic [NCores-1:0]                   kernel_req, kernel_gnt, switch_request;
  logic [NCores-1:0][19:0]             kernel_addr;
  logic [NCores-1:0][31:0]             kernel_rdata;

  for (genvar core = 0; core < int'(NCores); core++) begin : gen_core
    instr_request_t        instr;
    data_request_t         data;
    bus_answer_t           instr_answer, data_answer;
    logic                  fetch_q;
    logic [31:0]           fetch_addr_q;
    logic [NumDevices-1:0] device_req;
    device_request_t       request;
    device_response_t      response[NumDevices];
    logic [31:0]           uart_rdata, uart_busy;
    logic                  uart_err, simulation_err;
    logic                  is_lock, is_counting_lock;

    // Instructions come from RAM only; a fetch from elsewhere is a bus error.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fetch_q <= 1'b0;
      else         fetch_q <= instr.req & instr_answer.gnt;
    end

    always_ff @(posedge clk_i) fetch_addr_q <= instr.addr;

    assign instr_answer = '{
      gnt:    ~OnePort | ~data.req,
      rvalid: fetch_q,
      err:    (fetch_addr_q & ~(RamBytes - 32'd1)) != RamBase,
      rdata:  instr_rdata[core]
    };
    assign data_answer.gnt  = 1'b1;
    assign instr_word[core] = instr.addr[2+:AddressWidth];
    assign data_word[core]  = data.addr[2+:AddressWidth];
    assign data_be[core]    = data.be;
    assign data_wdata[core] = data.wdata;
    assign accesses[core]   = data.req;

    // Outputs of contexts, and of what holds requests, are not used here.
    /* verilator lint_off PINCONNECTEMPTY */
    soc_core_ibex #(
      .HartId (core)
    ) u_core (
      .clk_i,
      .rst_ni,
      .instr_o            (instr),
      .instr_i            (instr_answer),
      .data_o             (data),
      .data_i             (data_answer),
      .irq_i              ('{software: irq_software[core] | switch_request[core],
                             timer: irq_timer[core], default: '0}),
      .halt_i             (1'b0),
      .fetch_i            (fetch_q),
      .fetch_addr_i       (fetch_addr_q[31:2]),
      .banks_req_i        (1'b0),
      .banks_request_i    ('0),
      .banks_response_o   (),
      .calls_i            ('0),
      .contexts_o         ()
    );

    soc_bus #(
      .RamBytes (RamBytes),
      .Devices  (Devices)
    ) u_bus (
      .clk_i,
      .rst_ni,
      .host_req_i        (data.req),
      .host_hold_i       (1'b0),
      .host_we_i         (data.we),
      .host_addr_i       (data.addr),
      .host_be_i         (data.be),
      .host_wdata_i      (data.wdata),
      .host_held_o       (),
      .host_calls_o      (),
      .host_rvalid_o     (data_answer.rvalid),
      .host_rdata_o      (data_answer.rdata),
      .host_err_o        (data_answer.err),
      .free_o            (),
      .ram_we_o          (ram_we[core]),
      .ram_rdata_i       (ram_rdata[core]),
      .device_req_o      (device_req),
      .device_request_o  (request),
      .device_response_i (response)
    );

    soc_uart u_uart (
      .clk_i,
      .rst_ni,
      .req_i      (device_req[DeviceUart]),
      .we_i       (request.we),
      .addr_i     (request.addr[15:0]),
      .be_i       (request.be),
      .wdata_i    (request.wdata[7:0]),
      .rdata_o    (uart_rdata),
      .err_o      (uart_err),
      .tx_valid_o (uart_tx_valid_o[core]),
      .tx_data_o  (uart_tx_data_o[core]),
      .rx_valid_i (1'b0),
      .rx_data_i  ('0),
      .divisor_o  (),
      .irq_o      ()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    soc_simulation_control u_simulation_control (
      .clk_i,
      .rst_ni,
      .req_i       (device_req[DeviceSimulation]),
      .we_i        (request.we),
      .addr_i      (request.addr[15:0]),
      .wdata_i     (request.wdata),
      .err_o       (simulation_err),
      .exit_o      (exit_o[core]),
      .exit_code_o (exit_code_o[core])
    );

    // A core's UART does not know what others send.
    always_comb begin
      uart_busy = '0;
      if (uart_tx_busy_i && request.addr[15:0] == 16'(RegUartLsr)) begin
        uart_busy[RegUartLsrTransmitterEmptyLsb] = 1'b1;
        uart_busy[RegUartLsrTransmitterIdleLsb]  = 1'b1;
      end
    end

    logic unused;
    assign unused = ^{device_req[DeviceRam], device_req & ~Devices};

    assign kernel_req[core]         = device_req[DeviceKernel];
    assign kernel_addr[core]        = request.addr;
    assign we[core]                 = request.we;
    assign offset[core]             = request.addr[15:0];
    assign lock[core]               = request.addr[2+:LockWidth];
    assign wdata[core]              = request.wdata;
    assign is_lock                  = offset[core][15:12] == PageLocks;
    assign is_counting_lock         = offset[core][15:12] == PageCountingLocks;
    assign locks_req[core]          = device_req[DeviceClint] & is_lock;
    assign counting_locks_req[core] = device_req[DeviceClint] & is_counting_lock;
    assign clint_req[core]          = device_req[DeviceClint] & ~is_lock & ~is_counting_lock;

    always_comb begin
      for (int unsigned i = 0; i < NumDevices; i++) response[i] = '{gnt: 1'b1, err: 1'b0, rdata: '0};
      response[DeviceUart]       = '{gnt: 1'b1, err: uart_err, rdata: uart_rdata & ~uart_busy};
      response[DeviceSimulation] = '{gnt: 1'b1, err: simulation_err, rdata: '0};
      response[DeviceKernel]     = '{gnt: kernel_gnt[core], err: 1'b0, rdata: kernel_rdata[core]};
      if (clint_req[core]) begin
        response[DeviceClint] = '{gnt: 1'b1, err: clint_err[core], rdata: clint_rdata[core]};
      end else begin
        response[DeviceClint].rdata = 32'(locks_taken[core] | counting_locks_taken[core]);
      end
    end
  end

  if (OnePort) begin : gen_ram
    logic [NCores-1:0][AddressWidth-1:0] word;

    for (genvar core = 0; core < int'(NCores); core++) begin : gen_word
      assign word[core] = accesses[core] ? data_word[core] : instr_word[core];
    end

    smp_ram_ports #(
      .NCores   (NCores),
      .NumWords (RamWords),
      .InitFile (RamFile)
    ) u_ram (
      .clk_i,
      .we_i    (ram_we),
      .addr_i  (word),
      .be_i    (data_be),
      .wdata_i (data_wdata),
      .rdata_o (ram_rdata)
    );

    assign instr_rdata = ram_rdata;
  end else begin : gen_ram
    logic unused;
    assign unused = ^accesses;

    smp_ram #(
      .NCores   (NCores),
      .NumWords (RamWords)
    ) u_ram (
      .clk_i,
      .instr_addr_i  (instr_word),
      .instr_rdata_o (instr_rdata),
      .data_we_i     (ram_we),
      .data_addr_i   (data_word),
      .data_be_i     (data_be),
      .data_wdata_i  (data_wdata),
      .data_rdata_o  (ram_rdata)
    );
  end

  smp_clint #(
    .NCores (NCores)
  ) u_clint (
    .clk_i,
    .rst_ni,
    .req_i          (clint_req),
    .we_i           (we),
    .addr_i         (offset),
    .wdata_i        (wdata),
    .rdata_o        (clint_rdata),
    .err_o          (clint_err),
    .irq_software_o (irq_software),
    .irq_timer_o    (irq_timer)
  );

  smp_locks #(
    .NCores (NCores)
  ) u_locks (
    .clk_i,
    .rst_ni,
    .req_i   (locks_req),
    .we_i    (we),
    .lock_i  (lock),
    .taken_o (locks_taken)
  );

  smp_locks #(
    .NCores   (NCores),
    .Counting (1'b1)
  ) u_counting_locks (
    .clk_i,
    .rst_ni,
    .req_i   (counting_locks_req),
    .we_i    (we),
    .lock_i  (lock),
    .taken_o (counting_locks_taken)
  );

  if (HardwareKernel) begin : gen_kernel
    logic [NCores-1:0][$clog2(32)-1:0] current_id;

    for (genvar core = 0; core < int'(NCores); core++) begin : gen_current
      assign current_id_o[core] = 8'(current_id[core]);
    end

    // What only one core has, and what only probes look at, is not used here.
    /* verilator lint_off PINCONNECTEMPTY */
    isochron #(
      .EventGroups  (1'b0),
      .Tickless     (1'b0),
      .Monitor      (1'b0),
      .NCores       (NCores),
      .Affinity     (1'b1),
      .OnePriority  (OnePriority)
    ) u_isochron (
      .clk_i,
      .rst_ni,
      .req_i            (kernel_req),
      .we_i             (we),
      .addr_i           (kernel_addr),
      .wdata_i          (wdata),
      .gnt_o            (kernel_gnt),
      .rdata_o          (kernel_rdata),
      .lines_i,
      .switch_request_o (switch_request),
      .more_due_o       (),
      .again_o          (),
      .becomes_again_o  (),
      .other_o          (),
      .next_valid_o     (),
      .next_id_o        (),
      .current_id_o     (current_id),
      .switch_o         (),
      .trace_o          ()
    );
    /* verilator lint_on PINCONNECTEMPTY */
  end else begin : gen_no_kernel
    assign {kernel_gnt, kernel_rdata, switch_request, current_id_o} = '0;

    logic unused;
    assign unused = ^{kernel_req, kernel_addr, lines_i};
  end

endmodule
