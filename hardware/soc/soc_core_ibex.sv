// SPDX-License-Identifier: Apache-2.0

// An unmodified ibex_core with its register file, or registers for each task of the hardware kernel,
// on the SoC's buses.
module soc_core_ibex
  import ibex_pkg::*;
  import soc_pkg::*;
#(
  parameter rv32m_e RV32M           = RV32MFast,  // Multiplier and divider
  parameter bit     WritebackStage  = 1'b1,       // Third pipeline stage
  parameter bit     BranchTargetALU = 1'b1,       // Second adder for branch targets
  parameter bit     Contexts          = 1'b0,       // Registers for each task
  parameter bit     ContextsDebug     = 1'b1,       // A debugger can load them
  parameter bit     Debug             = 1'b0,       // There is a debug module
  parameter int unsigned HartId     = 0,          // Number of the core
  parameter int unsigned NTasks     = 32          // Tasks
) (
  input  logic             clk_i,             // Clock
  input  logic             rst_ni,            // Asynchronous reset, active low

  output instr_request_t   instr_o,           // Instructions that are asked for
  input  bus_answer_t      instr_i,           // Their answers
  output data_request_t    data_o,            // Loads and stores: host port of soc_bus
  input  bus_answer_t      data_i,            // Their answers

  input  interrupts_t      irq_i,             // Interrupts: fast interrupt 0 is the UART's, 2 the other
                                             // device's

  input  logic             halt_i,            // The debug module wants the core to halt

  // What the core did in the cycle before
  input  logic             fetch_i,           // It fetched an instruction
  input  logic [31:2]      fetch_addr_i,      // The address of that fetch, in words

  // Contexts: device port of soc_bus, the window of calls, and the hardware kernel
  input  logic             banks_req_i,       // There is a request, held until granted
  input  device_request_t  banks_request_i,   // The request
  output device_response_t banks_response_o,  // Its answer
  input  calls_t           calls_i,           // What the window of calls and the kernel tell
  output contexts_t        contexts_o         // What they are told
);

  logic [ 4:0] rf_raddr_a, rf_raddr_b, rf_waddr;
  logic [31:0] rf_rdata_a, rf_rdata_b, rf_wdata;
  logic        rf_we;

  logic        irq_software, irq_resume;
  crash_dump_t crash_dump;

  logic [IC_TAG_SIZE-1:0]  no_tag[IC_NUM_WAYS];
  logic [IC_LINE_SIZE-1:0] no_line[IC_NUM_WAYS];
  assign no_tag  = '{default: '0};
  assign no_line = '{default: '0};

  // Without a debug module the addresses of its code are those that the core has by itself.
  localparam logic [31:0] HaltAddress      = Debug ? DebugBase + 32'h800 : 32'h1A11_0800;
  localparam logic [31:0] ExceptionAddress = HaltAddress + 32'd8;

  // Outputs for caches and security alerts are not used here.
  /* verilator lint_off PINCONNECTEMPTY */
  ibex_core #(
    .MHPMCounterNum  (0),
    .RV32M           (RV32M),
    .WritebackStage  (WritebackStage),
    .BranchTargetALU (BranchTargetALU),
    .DbgTriggerEn    (Debug),
    .DbgHwBreakNum   (Debug ? 2 : 1),
    .DmHaltAddr      (HaltAddress),
    .DmExceptionAddr (ExceptionAddress)
  ) u_ibex_core (
    .clk_i,
    .rst_ni,
    .hart_id_i              (HartId),
    .boot_addr_i            (BootAddress),
    .instr_req_o            (instr_o.req),
    .instr_gnt_i            (instr_i.gnt),
    .instr_rvalid_i         (instr_i.rvalid),
    .instr_addr_o           (instr_o.addr),
    .instr_rdata_i          (instr_i.rdata),
    .instr_err_i            (instr_i.err),
    .data_req_o             (data_o.req),
    .data_gnt_i             (data_i.gnt),
    .data_rvalid_i          (data_i.rvalid),
    .data_we_o              (data_o.we),
    .data_be_o              (data_o.be),
    .data_addr_o            (data_o.addr),
    .data_wdata_o           (data_o.wdata),
    .data_rdata_i           (data_i.rdata),
    .data_err_i             (data_i.err),
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
    .irq_timer_i            (irq_i.timer),
    .irq_external_i         (irq_i.external),
    .irq_fast_i             ({12'd0, irq_i.other, irq_resume, irq_i.uart}),
    .irq_nm_i               (1'b0),
    .irq_pending_o          (),
    .debug_req_i            (Debug & halt_i),
    .crash_dump_o           (crash_dump),
    .double_fault_seen_o    (),
    .fetch_enable_i         (IbexMuBiOn),
    .alert_minor_o          (),
    .alert_major_internal_o (),
    .alert_major_bus_o      (),
    .core_busy_o            ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  if (Contexts) begin : gen_contexts
    localparam int unsigned TaskWidth = $clog2(NTasks);

    isochron_contexts_control #(
      .NTasks (NTasks),
      .Debug  (ContextsDebug)
    ) u_contexts (
      .clk_i,
      .rst_ni,
      .raddr_a_i      (rf_raddr_a),
      .rdata_a_o      (rf_rdata_a),
      .raddr_b_i      (rf_raddr_b),
      .rdata_b_o      (rf_rdata_b),
      .we_i           (rf_we),
      .waddr_i        (rf_waddr),
      .wdata_i        (rf_wdata),
      .fetch_i,
      .fetch_addr_i,
      .mepc_i         (crash_dump.exception_pc),
      .resume_o       (irq_resume),
      .current_id_i   (calls_i.current_id[TaskWidth-1:0]),
      .request_i      (irq_i.software),
      .more_due_i     (calls_i.more_due),
      .request_o      (irq_software),
      .next_valid_i   (calls_i.next_valid),
      .next_id_i      (calls_i.next_id[TaskWidth-1:0]),
      .in_trap_o      (contexts_o.in_trap),
      .trap_o         (contexts_o.trap),
      .busy_i         (calls_i.busy),
      .next_ready_o   (contexts_o.next_ready),
      .ready_o        (contexts_o.ready),
      .turn_i         (calls_i.turn),
      .discard_i      (calls_i.discard),
      .leaves_i       (calls_i.leaves),
      .other_i        (calls_i.other),
      .interrupted_o  (contexts_o.interrupted),
      .req_i          (banks_req_i),
      .window_we_i    (banks_request_i.we),
      .addr_i         (banks_request_i.addr[16:0]),
      .window_wdata_i (banks_request_i.wdata),
      .gnt_o          (banks_response_o.gnt),
      .rdata_o        (banks_response_o.rdata),
      .err_o          (banks_response_o.err)
    );
  end else begin : gen_register_file
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
    assign irq_software     = irq_i.software;
    assign irq_resume       = 1'b0;
    assign banks_response_o = '{gnt: 1'b1, err: 1'b1, rdata: '0};
    assign contexts_o       = '0;
  end

  // Of the dump only mepc is used, and nothing of the hardware kernel without contexts.
  logic unused;
  assign unused = ^{crash_dump, banks_req_i, banks_request_i, calls_i, fetch_i, fetch_addr_i, halt_i};

endmodule
