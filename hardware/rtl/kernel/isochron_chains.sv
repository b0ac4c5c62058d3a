// SPDX-License-Identifier: Apache-2.0
//
// Who waits for which object, in FreeRTOS's order: event priority first, then order of arrival.
// Per object a bitmap of the priorities that wait, per (object, priority) the first task of a
// circular chain; so the best waiter and the place of a new one are found without a search.
// Tasks woken while the scheduler is suspended form one more chain, in order of waking
// (FreeRTOS's xPendingReadyList).
//
// Stages, one cycle each: Fetch reads the object's bitmap, Rank chooses the priority, Head brings
// the chain's first task, Read captures the task's neighbours, Decide commits. A removal happens
// at the edge that ends Decide, an insertion takes the two cycles after it.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_chains
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included; area grows with it
  parameter int unsigned NPriorities = 64,  // Priorities; area and delay grow with it
  parameter int unsigned NObjects    = 64,  // Objects, even; only block RAM grows with it
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,             // Clock
  input  logic                     rst_ni,            // Asynchronous reset, active low

  input  init_t                    init_i,            // An object's words are initialised after reset

  input  operation_t               operation_i,       // The operation

  // Fetch stage
  input  logic [ObjectWidth-1:0]   object_i,          // The object whose waiters matter

  // Rank stage
  input  logic [PriorityWidth-1:0] priority_i,        // The chain's priority, unless it is that
                                                      // of the best waiter

  // Decide stage
  input  chained_t                 chained_i,         // What becomes of the task in Decide
  output waiters_t                 waiters_o,         // Who waits
  output logic                     busy_o,            // An insertion goes on: a Read stage in the
                                                      // next cycle is too early

  output pended_t                  pended_o           // The pended tasks
);

  typedef logic [TaskWidth-1:0]     task_t;
  typedef logic [PriorityWidth-1:0] priority_t;
  typedef logic [ObjectWidth-1:0]   object_t;

  task_t subject;
  assign subject = operation_i.subject[TaskWidth-1:0];

  localparam int unsigned HeadWidth = ObjectWidth + PriorityWidth;

  // -- Bitmap of the priorities that wait on an object; one stage later, of its partner ---------
  logic [NPriorities-1:0] waiting, waiting_q, changed;
  logic                   waiting_write;
  object_t                object_q;
  priority_t              best, best_q, rank, rank_q;
  logic                   occupied_q, any_waiter_q, partner_waiter_q;
  logic                   best_any;

  isochron_ram_block #(.Width(NPriorities), .Depth(NObjects)) u_waiting (
    .clk_i,
    .write_i(init_i.active | waiting_write),
    .waddr_i(init_i.active ? init_i.index[ObjectWidth-1:0] : object_q),
    .wdata_i(changed),  // nothing waits at first
    .read_i(operation_i.stage.fetch | operation_i.stage.rank),
    .raddr_i(operation_i.stage.rank ? object_q ^ object_t'(1) : object_i),
    .rdata_o(waiting)
  );

  isochron_priority_encoder #(.Width(NPriorities)) u_best (
    .bits_i(waiting), .index_o(best), .any_o(best_any)
  );

  assign rank = operation_i.gives ? best : priority_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     waiting_q <= '0;
    else if (operation_i.stage.rank) waiting_q <= waiting;
  end

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.fetch) object_q         <= object_i;
    if (operation_i.stage.head)  partner_waiter_q <= best_any;
    if (operation_i.stage.rank) begin
      rank_q       <= rank;
      best_q       <= best;
      any_waiter_q <= best_any;
      occupied_q   <= waiting[priority_i];  // matters to insertions, which never take the best
    end
  end

  // -- First task of each chain -----------------------------------------------------------------
  task_t head, head_q, head_wdata;
  logic  head_write;

  isochron_ram_block #(.Width(TaskWidth), .Depth(2 ** HeadWidth)) u_head (
    .clk_i,
    .write_i(head_write), .waddr_i({object_q, rank_q}), .wdata_i(head_wdata),
    .read_i(operation_i.stage.rank), .raddr_i({object_q, rank}), .rdata_o(head)
  );

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.head) head_q <= head;
  end

  // -- Links of the chains ----------------------------------------------------------------------
  logic  link_write;
  task_t next_waddr, next_wdata, previous_waddr, previous_wdata;
  task_t next_q, previous_q, read_task;

  // The chain is circular: the last task is the one before the first.
  assign read_task = operation_i.appends ? head_q : subject;

  isochron_ram_block #(.Width(TaskWidth), .Depth(NTasks)) u_next (
    .clk_i,
    .write_i(link_write), .waddr_i(next_waddr), .wdata_i(next_wdata),
    .read_i(operation_i.stage.read), .raddr_i(read_task), .rdata_o(next_q)
  );

  isochron_ram_block #(.Width(TaskWidth), .Depth(NTasks)) u_previous (
    .clk_i,
    .write_i(link_write), .waddr_i(previous_waddr), .wdata_i(previous_wdata),
    .read_i(operation_i.stage.read), .raddr_i(read_task), .rdata_o(previous_q)
  );

  assign waiters_o = '{
    any:      any_waiter_q,
    partner:  partner_waiter_q,
    best:     6'(best_q),
    object:   8'(object_q),
    level:    6'(rank_q),
    head:     TaskIdWidth'(head),
    first:    TaskIdWidth'(head_q),
    next:     TaskIdWidth'(next_q),
    previous: TaskIdWidth'(previous_q)
  };

  // -- Decide: removal, and what an insertion needs ---------------------------------------------
  logic       remove, alone, append_object, append_pended;
  logic [2:1] append_q;
  task_t      append_task_q, first_q, last_q;
  task_t      pended_first_q, pended_last_q;
  logic       pended_any_q;

  assign remove        = operation_i.stage.decide & (chained_i.leaves_object | chained_i.leaves_pended);
  assign alone         = next_q == subject;
  assign append_object = operation_i.stage.decide & (chained_i.enters == ChainObject);
  assign append_pended = operation_i.stage.decide & (chained_i.enters == ChainPended);

  // An object's bitmap and first task change when its chain becomes empty or not empty, the
  // first task also when it leaves.
  always_comb begin
    changed         = waiting_q;
    changed[rank_q] = append_object;
    waiting_write   = (append_object & ~occupied_q)
                    | (operation_i.stage.decide & chained_i.leaves_object & alone);
    head_write      = (append_object & ~occupied_q)
                    | (operation_i.stage.decide & chained_i.leaves_object & ~alone & (head_q == subject));
    head_wdata      = append_object ? subject : next_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      append_q     <= '0;
      pended_any_q <= 1'b0;
    end else begin
      append_q <= {append_q[1], append_object | append_pended};
      if (append_pended)                                pended_any_q <= 1'b1;
      else if (operation_i.stage.decide & chained_i.leaves_pended & alone)      pended_any_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (append_object | append_pended) append_task_q <= subject;
    if (append_object) begin
      first_q <= occupied_q ? head_q : subject;
      last_q  <= occupied_q ? previous_q : subject;
    end
    if (append_pended) begin
      first_q <= pended_any_q ? pended_first_q : subject;
      last_q  <= pended_any_q ? pended_last_q : subject;
    end
    if (operation_i.stage.decide) begin
      if (append_pended) begin
        pended_last_q <= subject;
        if (!pended_any_q) pended_first_q <= subject;
      end
      if (chained_i.leaves_pended) begin
        if (pended_first_q == subject) pended_first_q <= next_q;
        if (pended_last_q == subject)  pended_last_q  <= previous_q;
      end
    end
  end

  assign busy_o   = append_q[1];
  assign pended_o = '{any: pended_any_q, first: TaskIdWidth'(pended_first_q)};

  always_comb begin
    link_write     = remove | (|append_q);
    next_waddr     = previous_q;
    next_wdata     = next_q;
    previous_waddr = next_q;
    previous_wdata = previous_q;
    if (append_q[1]) begin           // after the last task
      next_waddr     = last_q;
      next_wdata     = append_task_q;
      previous_waddr = append_task_q;
      previous_wdata = last_q;
    end else if (append_q[2]) begin  // before the first task
      next_waddr     = append_task_q;
      next_wdata     = first_q;
      previous_waddr = first_q;
      previous_wdata = append_task_q;
    end
  end

  logic unused;
  assign unused = ^operation_i;

  `ISOCHRON_ASSERT(OneStageACycle, $onehot0(operation_i.stage))
  `ISOCHRON_ASSERT(OneChainIsLeft, ~(chained_i.leaves_object & chained_i.leaves_pended))
  `ISOCHRON_ASSERT(OneInsertionAtATime, $onehot0(append_q))

endmodule
