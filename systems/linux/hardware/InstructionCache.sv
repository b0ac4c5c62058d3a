// SPDX-License-Identifier: Apache-2.0

// In the place of VexRiscv's instruction cache, with its ports: that cache, and beside it a RAM on chip
// for M mode's code. An instruction from there takes a hit's time always, also while the cache loads or
// forgets lines, and is never in the cache. S and U mode find zeros in its place, and in that of all that
// the guard refuses them, without a line of it: an illegal instruction. linux_core has the RAM's port,
// which the core between has not: hence the names upwards. systems/linux/lab/core.py gives the core's
// own cache the name CoreInstructionCache.
//
// And the core takes an interrupt only with an instruction in its decode stage. Where none can come, since
// its page is not there, an exception leads to S mode's handler instead, and if that is on such a page,
// to it again, for ever. So while an interrupt waits an instruction that is not there is one that does
// nothing: the core holds it in that stage, and takes the interrupt in its place.
module InstructionCache (
  input  logic        io_flush,                               // Forget all lines
  input  logic        io_cpu_prefetch_isValid,                // Prefetch stage: an instruction is wanted
  output logic        io_cpu_prefetch_haltIt,                 // It has to wait
  input  logic [31:0] io_cpu_prefetch_pc,                     // Its virtual address
  input  logic        io_cpu_fetch_isValid,                   // Fetch stage, a cycle later: an instruction
  input  logic        io_cpu_fetch_isStuck,                   // It stays there
  input  logic        io_cpu_fetch_isRemoved,                 // It is dropped
  input  logic [31:0] io_cpu_fetch_pc,                        // Its virtual address
  output logic [31:0] io_cpu_fetch_data,                      // The instruction
  input  logic [31:0] io_cpu_fetch_mmuRsp_physicalAddress,    // Its physical address
  input  logic        io_cpu_fetch_mmuRsp_isIoAccess,         // Of its translation: not cached
  input  logic        io_cpu_fetch_mmuRsp_isPaging,           // ... there is one
  input  logic        io_cpu_fetch_mmuRsp_allowRead,          // ... loads are allowed
  input  logic        io_cpu_fetch_mmuRsp_allowWrite,         // ... stores are allowed
  input  logic        io_cpu_fetch_mmuRsp_allowExecute,       // ... instructions are allowed
  input  logic        io_cpu_fetch_mmuRsp_exception,          // ... refused
  input  logic        io_cpu_fetch_mmuRsp_refilling,          // ... is looked for
  input  logic        io_cpu_fetch_mmuRsp_bypassTranslation,  // ... is none
  input  logic        io_cpu_fetch_mmuRsp_ways_0_sel,         // ... is this entry's
  input  logic [31:0] io_cpu_fetch_mmuRsp_ways_0_physical,    // ... by this entry
  input  logic        io_cpu_fetch_mmuRsp_ways_1_sel,         // ... is this entry's
  input  logic [31:0] io_cpu_fetch_mmuRsp_ways_1_physical,    // ... by this entry
  input  logic        io_cpu_fetch_mmuRsp_ways_2_sel,         // ... is this entry's
  input  logic [31:0] io_cpu_fetch_mmuRsp_ways_2_physical,    // ... by this entry
  input  logic        io_cpu_fetch_mmuRsp_ways_3_sel,         // ... is this entry's
  input  logic [31:0] io_cpu_fetch_mmuRsp_ways_3_physical,    // ... by this entry
  output logic [31:0] io_cpu_fetch_physicalAddress,           // Its physical address once more
  input  logic        io_cpu_decode_isValid,                  // Decode stage, a cycle later: an instruction
  input  logic        io_cpu_decode_isStuck,                  // It stays there
  input  logic [31:0] io_cpu_decode_pc,                       // Its virtual address
  output logic [31:0] io_cpu_decode_physicalAddress,          // Its physical address
  output logic [31:0] io_cpu_decode_data,                     // The instruction
  output logic        io_cpu_decode_cacheMiss,                // ... is not there: its line is wanted
  output logic        io_cpu_decode_error,                    // ... cannot be had, or may not be executed
  output logic        io_cpu_decode_mmuRefilling,             // Its translation is looked for
  output logic        io_cpu_decode_mmuException,             // Its translation refuses it
  input  logic        io_cpu_decode_isUser,                   // It is U mode's
  input  logic        io_cpu_fill_valid,                      // Load a line
  input  logic [31:0] io_cpu_fill_payload,                    // An address in it
  output logic        io_mem_cmd_valid,                       // Bus: a line is requested
  input  logic        io_mem_cmd_ready,                       // Granted
  output logic [31:0] io_mem_cmd_payload_address,             // Its address
  output logic [2:0]  io_mem_cmd_payload_size,                // Its size, as a power of two
  input  logic        io_mem_rsp_valid,                       // A word of it
  input  logic [31:0] io_mem_rsp_payload_data,                // The word
  input  logic        io_mem_rsp_payload_error,               // An error, which no bus here has
  input  logic        clk,                                    // Clock
  input  logic        reset                                   // Reset
);

  localparam logic [31:0] Nop = 32'h0000_0013;

  // -- Prefetch stage: an instruction from beside waits for nothing. ----------------------------
  logic halt;

  assign io_cpu_prefetch_haltIt = halt & ~(linux_core.machine_now & linux_core.CodeBeside &
                                           io_cpu_prefetch_pc[31:16] == linux_core.CodeAddress[31:16]);

  // ---------------------------------------------------------------------------------------------
  // Fetch stage: the RAM was read while the instruction was in the stage before, as the cache was.
  // M mode's addresses are not translated, so the RAM needs no physical one.
  // ---------------------------------------------------------------------------------------------
  logic        read, of_code, refused, beside;
  logic [31:0] address, word, cached_word;

  assign read    = ~io_cpu_fetch_isStuck;
  assign address = io_cpu_prefetch_pc;

  linux_guard u_guard (
    .machine_i (linux_core.machine_now),
    .fetch_i   (1'b1),
    .addr_i    (io_cpu_fetch_mmuRsp_physicalAddress),
    .refused_o (refused)
  );

  assign of_code = io_cpu_fetch_mmuRsp_physicalAddress[31:16] == linux_core.CodeAddress[31:16];
  assign beside  = linux_core.CodeBeside & (of_code | refused);
  assign word    = linux_core.machine_now ? linux_core.code_rdata_i : '0;

  assign io_cpu_fetch_data = beside ? word : cached_word;

  // -- Decode stage -----------------------------------------------------------------------------
  logic        beside_q, miss, error, refilling, exception, held;
  logic [31:0] word_q, cached_word_q;

  always_ff @(posedge clk) begin
    if (reset) beside_q <= 1'b0;
    else if (~io_cpu_decode_isStuck) beside_q <= beside;
  end

  always_ff @(posedge clk) begin
    if (~io_cpu_decode_isStuck) word_q <= word;
  end

  // It is not there, and is not wanted: an interrupt waits. On the machine without M mode below nobody
  // depends on that, and the core is as it is.
  assign held = linux_core.CodeBeside & linux_core.interrupt_waits &
                (refilling | exception | ~beside_q & (miss | error));

  assign io_cpu_decode_data         = held ? Nop : beside_q ? word_q : cached_word_q;
  assign io_cpu_decode_cacheMiss    = ~held & ~beside_q & miss;
  assign io_cpu_decode_error        = ~held & error;
  assign io_cpu_decode_mmuRefilling = ~held & refilling;
  assign io_cpu_decode_mmuException = ~held & exception;

  // An instruction from beside does not keep the cache from forgetting its lines.
  CoreInstructionCache u_cache (
    .*,
    .io_cpu_prefetch_haltIt     (halt),
    .io_cpu_fetch_isValid       (io_cpu_fetch_isValid & ~beside),
    .io_cpu_fetch_data          (cached_word),
    .io_cpu_decode_data         (cached_word_q),
    .io_cpu_decode_cacheMiss    (miss),
    .io_cpu_decode_error        (error),
    .io_cpu_decode_mmuRefilling (refilling),
    .io_cpu_decode_mmuException (exception)
  );

endmodule
