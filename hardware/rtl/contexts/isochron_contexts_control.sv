// SPDX-License-Identifier: Apache-2.0
//
// Contexts for a core whose register file lies outside it (ibex_core): registers of its own for each
// task of the hardware kernel, and for traps. docs/explanation/contexts.md describes how they are used.
//
//   - A trap begins with a fetch from the trap vectors and ends with the first fetch from outside
//     them after a load of TARGET, which waits for the running task's registers. In between, and
//     from reset until the first task starts, the registers of traps are in use; else those of a
//     task: after a switch outside a trap the next one's, from the grant of its answer on
//     (`turn_i`). Either changes between two cycles in which the core has no register to write.
//   - Where a task goes on is kept here only if it was interrupted (`interrupted_q`). One that
//     switched itself, by the load of an answer (isochron_contexts_calls.sv), loads its own answer
//     there, like all of its kind.
//   - If a task that was interrupted follows one that switched itself, `resume_o` interrupts it
//     before it has done anything: that trap brings it to its place.
//   - As long as VECTORS is 0, nobody uses contexts: the core works as with 32 registers.
//
// Conditions: instruction fetches are granted at once, and shown here one cycle later; a trap is taken
// when no earlier instruction is left to complete; and the core writes no register while a load or store
// here is not granted.
module isochron_contexts_control
  import isochron_contexts_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,    // Tasks of the hardware kernel, 4 to 128; see
                                         // isochron_contexts
  parameter bit          Debug  = 1'b1,  // Tasks' registers can be loaded, for debuggers; else that
                                         // is a bus error. Kernel files load them only if a
                                         // switch runs software, for checks of the stack.
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // Clock
  input  logic                 rst_ni,          // Asynchronous reset, active low

  // The core's register file
  input  logic [4:0]           raddr_a_i,       // Register to read, port A
  output logic [31:0]          rdata_a_o,       // Its value in the same cycle
  input  logic [4:0]           raddr_b_i,       // Register to read, port B
  output logic [31:0]          rdata_b_o,       // Its value in the same cycle
  input  logic                 we_i,            // Write
  input  logic [4:0]           waddr_i,         // Register to write
  input  logic [31:0]          wdata_i,         // Value to write

  // What else is to be seen of the core
  input  logic                 fetch_i,         // It fetched an instruction in the cycle before
  input  logic [31:2]          fetch_addr_i,    // From where, in words
  input  logic [31:0]          mepc_i,          // Its mepc
  output logic                 resume_o,        // Interrupt: the running task is to be resumed

  // The hardware kernel
  input  logic [TaskWidth-1:0] current_id_i,    // Running task
  input  logic                 request_i,       // It requests a switch
  input  logic                 more_due_i,      // A tick goes on: more tasks become ready at it
  output logic                 request_o,       // The request, for the core's software interrupt
  input  logic                 next_valid_i,    // It is known who runs next:
  input  logic [TaskWidth-1:0] next_id_i,       // This task

  // Switches: of isochron_contexts_calls
  output logic                 in_trap_o,       // The registers of traps are in use
  output logic                 trap_o,          // Pulse: a trap begins that is there to switch
  input  logic                 busy_i,          // Such a trap has not switched yet
  output logic                 next_ready_o,    // The registers of `next_id_i` are there from the cycle
                                                // after the next on
  output logic                 ready_o,         // Those of the running task are
  input  logic                 turn_i,          // From the next cycle on they are in use
  input  logic                 discard_i,       // What the core writes in this cycle is nobody's
  input  logic                 leaves_i,        // The answer that comes is not followed by its return:
  input  logic                 other_i,         // ... the running task goes on behind RESUMED, from this
                                                // cycle on
  output logic                 interrupted_o,   // The running task goes on where it was interrupted

  // Registers, as a device of soc_bus
  input  logic                 req_i,           // Request, held until granted
  input  logic                 window_we_i,     // Store
  input  logic [16:0]          addr_i,          // Offset of a word
  input  logic [31:0]          window_wdata_i,  // Data of a store
  output logic                 gnt_o,           // Granted and answered
  output logic [31:0]          rdata_o,         // Data of a load, with the grant
  output logic                 err_o            // Nothing is there, with the grant
);

  localparam int unsigned ContextLsb = $clog2(TaskStride);

  // -- Traps and switches ------------------------------------------------------------------------

  logic                 in_trap_q, in_trap_d, ending_q, switched_q;
  logic [NTasks-1:0]    interrupted_q;
  logic [TaskWidth-1:0] previous_q;
  logic [31:7]          vectors_q;
  logic                 switches_q;
  logic [31:0]          resumed_q;
  logic                 from_vectors, switches, keeps, load_target, used;

  assign used         = vectors_q != '0;
  assign from_vectors = fetch_addr_i[31:7] == vectors_q;
  assign switches     = current_id_i != previous_q;

  // A task that is interrupted again before it is where it goes on, or that another switch in the
  // same trap takes the processor from, has not moved.
  assign keeps        = switches & in_trap_q & ~switched_q & ~interrupted_q[previous_q];

  always_comb begin
    in_trap_d = in_trap_q;
    if (!in_trap_q)                             in_trap_d = fetch_i & from_vectors;
    else if (ending_q & fetch_i & ~from_vectors) in_trap_d = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_trap_q  <= 1'b1;
      ending_q   <= 1'b0;
      switched_q <= 1'b0;
      previous_q <= '0;
    end else begin
      if (switches) previous_q <= current_id_i;
      in_trap_q  <= in_trap_d;
      ending_q   <= in_trap_q & in_trap_d & (ending_q | load_target);
      switched_q <= in_trap_q & in_trap_d & (switched_q | switches);
    end
  end

  assign in_trap_o = in_trap_q;

  // The first fetch of a trap tells its cause.
  localparam logic [4:0] EntrySoftware = 5'd3;

  assign trap_o = ~in_trap_q & fetch_i & from_vectors & fetch_addr_i[6:2] == EntrySoftware
                & switches_q;

  // In FreeRTOS all tasks that are due at a tick become ready before one of them runs. Registers
  // that are saved take longer than that; contexts do not, so here the request waits.
  assign request_o = request_i & ~(more_due_i & used);

  assign interrupted_o = interrupted_q[current_id_i];

  // What comes behind an answer enters the core in the cycle of the answer, if the core is not
  // interrupted by then.
  assign resume_o = ~in_trap_q & (interrupted_o | leaves_i);

  // -- Registers ---------------------------------------------------------------------------------

  logic                 is_control, is_target, is_pc, exists, access;
  logic                 waits_q;   // A context is accessed in the second cycle, or later
  logic                 loaded_q;  // The word of a register is there
  logic                 loads, taken, load, store, store_register;
  logic                 moves;     // It is not the running task's turn yet
  logic                 target_ready;
  logic [7:0]           offset;
  logic [4:0]           register;
  logic [TaskWidth-1:0] task_id;
  logic [31:0]          pc, target, window_rdata;
  logic [6:0]           vectors_low;

  assign is_control = addr_i[16:8] == 9'(RegControlTarget >> 8);
  assign offset     = addr_i[7:0];
  assign register   = offset[6:2];  // unless `is_pc`
  assign is_target  = offset == 8'(RegControlTarget);  // of `is_control`
  assign task_id    = addr_i[ContextLsb +: TaskWidth];
  assign is_pc      = offset == 8'(RegTaskPc);

  always_comb begin
    if (is_control) begin
      unique case (offset)
        8'(RegControlTarget):                         exists = ~window_we_i;
        8'(RegControlVectors), 8'(RegControlResumed): exists = 1'b1;
        default:                                      exists = 1'b0;
      endcase
    end else begin
      exists = offset[1:0] == '0 & (Debug | window_we_i) & (is_pc | ~offset[7])
             & (32'(addr_i) >> ContextLsb) < NTasks;
    end
  end

  // Nothing is stored in the cycle in which the registers of the next task begin to be brought in.
  assign access = req_i & exists & ~is_control;
  assign loads  = access & ~window_we_i & ~is_pc & ~loaded_q;

  always_comb begin
    if (is_control | ~exists)     gnt_o = req_i & ~(is_control & is_target & (busy_i | ~target_ready));
    else if (window_we_i | is_pc) gnt_o = req_i & waits_q & ~moves;
    else                          gnt_o = req_i & loaded_q;
  end

  assign load     = req_i & gnt_o & exists & ~window_we_i;
  assign store    = req_i & gnt_o & exists & window_we_i;

  assign load_target = load & is_control & is_target;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q  <= 1'b0;
      loaded_q <= 1'b0;
    end else begin
      waits_q  <= access & ~gnt_o;
      loaded_q <= taken;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      vectors_q  <= '0;
      switches_q <= '0;
      resumed_q  <= '0;
    end else if (store & is_control) begin
      if (offset == 8'(RegControlVectors)) begin
        vectors_q  <= window_wdata_i[31:7];
        switches_q <= window_wdata_i[RegControlVectorsSwitchesLsb];
      end
      if (offset == 8'(RegControlResumed)) resumed_q <= window_wdata_i;
    end
  end

  // -- Where a task goes on ----------------------------------------------------------------------

  logic [31:0]          pcs[NTasks];
  logic [TaskWidth-1:0] pc_task, pc_written;
  logic [31:0]          pc_d;
  logic                 store_pc;

  // From RESUMED to where a task sees to its RESULT: over the load of the answer and the return.
  localparam logic [31:0] OtherOffset = 32'd8;

  assign store_pc   = store & ~is_control & is_pc;
  assign pc_task    = (Debug & waits_q) ? task_id : current_id_i;
  assign pc_written = store_pc ? task_id : previous_q;
  assign pc         = interrupted_q[pc_task] ? pcs[pc_task] : resumed_q;

  always_comb begin
    unique case (1'b1)
      store_pc: pc_d = window_wdata_i;
      other_i:  pc_d = resumed_q + OtherOffset;
      default:  pc_d = mepc_i;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (store_pc | keeps | other_i) pcs[pc_written] <= pc_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      interrupted_q <= '0;
    end else begin
      if (load_target & in_trap_q) interrupted_q[current_id_i] <= 1'b0;
      if (store_pc | keeps | other_i) interrupted_q[pc_written] <= 1'b1;
    end
  end

  assign target      = (interrupted_q[current_id_i] | switched_q | switches) ? pc : mepc_i;
  assign vectors_low = 7'(switches_q) << RegControlVectorsSwitchesLsb;

  always_comb begin
    rdata_o = target;
    if (!is_control) begin
      rdata_o = is_pc ? pc : register == '0 ? '0 : window_rdata;
    end else if (offset == 8'(RegControlVectors)) begin
      rdata_o = {vectors_q, vectors_low};
    end else if (offset == 8'(RegControlResumed)) begin
      rdata_o = resumed_q;
    end
  end

  assign err_o = gnt_o & ~exists;

  // -- Whose turn it is --------------------------------------------------------------------------

  logic                 turned, next_there, complete, there_q;
  logic [TaskWidth-1:0] turn_id;   // the task whose turn it is, after the first switch
  logic [TaskWidth-1:0] next, next_q;

  assign moves = ~turned | turn_id != current_id_i;

  // Of a task that has been dispatched since this cycle it is known from the one before. Nothing is
  // there in a reset.
  always_ff @(posedge clk_i) begin
    there_q <= next_there;
    next_q  <= next;
  end

  assign next         = moves ? current_id_i : next_id_i;
  assign ready_o      = ~moves | next_ready_o;
  assign target_ready = moves ? there_q & next_q == current_id_i : complete;

  assign store_register = store & ~is_control & ~is_pc & register != '0;

  isochron_contexts #(
    .NTasks (NTasks)
  ) u_contexts (
    .clk_i,
    .rst_ni,
    .raddr_a_i,
    .rdata_a_o,
    .raddr_b_i,
    .rdata_b_o,
    .we_i              (we_i & ~discard_i),
    .waddr_i,
    .wdata_i,
    .trap_next_i       (in_trap_d),
    .switch_i          (moves & (in_trap_q | turn_i)),
    .wanted_i          (moves | next_valid_i),
    .next_i            (next),
    .there_o           (next_there),
    .ready_o           (next_ready_o),
    .used_o            (turned),
    .task_o            (turn_id),
    .complete_o        (complete),
    .window_we_i       (store_register),
    .window_load_i     (loads),
    .window_task_i     (task_id),
    .window_register_i (register),
    .window_wdata_i,
    .window_taken_o    (taken),
    .window_rdata_o    (window_rdata)
  );

endmodule
