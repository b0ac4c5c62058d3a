// SPDX-License-Identifier: Apache-2.0
//
// Which task runs on which of several cores, as FreeRTOS's scheduler of several cores has it: first
// in, first out among equals, each core the first of the highest tasks that it may run. A step tells
// what has become of a task, or that a core switches; the core that has to yield for it is chosen in
// the step.
//
// A ready list holds only tasks that run nowhere: FreeRTOS moves the task that leaves a core to the
// end of its list before it looks. With affinity each core has lists of the tasks that may run on it.
// All of them take a step in the same cycle.
//
// Timing, counted from the cycle of the grant: two cycles later it is decided what runs, who has to
// yield, and who leaves a list; five later a task is in its list, and the selections are known, and
// the next step is granted in the sixth, or in the third if no list has changed. So a request is
// granted after at most 6 * NCores + 5 cycles, whatever the other ports ask.
//
// Area grows with NCores, and with NTasks and NPriorities for each core if there is affinity; delay
// with the logarithm of each, and for NCores with the comparison of isochron_victim.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_cores
  import isochron_pkg::*;
  import isochron_cores_pkg::*;
#(
  parameter int unsigned NCores      = 2,     // Cores, 1 to 4; area grows with them
  parameter int unsigned NTasks      = 32,    // Tasks, those idle included; area grows with them
  parameter int unsigned NPriorities = 64,    // Priorities; area grows with them
  parameter bit          Affinity    = 1'b1,  // A task may be kept from some cores: lists for each
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned NNodes        = NTasks + NPriorities + 2,
  localparam int unsigned NodeWidth     = $clog2(NNodes)
) (
  input  logic                                clk_i,        // Clock
  input  logic                                rst_ni,       // Asynchronous reset, active low

  // After reset: one node of the lists after the other
  input  logic                                init_i,       // A node's words are initialised
  input  logic [NodeWidth-1:0]                init_node_i,  // That node

  // Steps: a port for each core, and a last one for time and interrupt lines, for which all cores
  // are others. A request and what it says stay until it is granted.
  input  logic [NCores:0]                     request_i,    // A step is asked for
  input  step_e [NCores:0]                    step_i,       // Which
  input  logic [NCores:0][TaskWidth-1:0]      task_i,       // The task; not of slices and dispatches
  input  logic [NCores:0][PriorityWidth-1:0]  priority_i,   // Its priority, if it gets one
  input  logic [NCores:0][NCores-1:0]         mask_i,       // The cores that it may run on, if it is
                                                            // told; of a slice: the core, one bit
  input  logic [NCores:0]                     flag_i,       // It is the idle task that the core of the
                                                            // port runs first; or may be preempted
  output logic [NCores:0]                     grant_o,      // The step begins in this cycle

  // Cores
  output logic [NCores-1:0]                   runs_o,       // A core runs a task
  output logic [NCores-1:0][TaskWidth-1:0]    current_o,    // This
  output logic [NCores-1:0]                   scheduled_o,  // Another core, time or a line has asked it
                                                            // to switch: its interrupt
  output logic [NCores-1:0]                   pending_o,    // It has asked itself
  output logic [NCores-1:0]                   any_ready_o,  // There is a task that it could run instead
  output logic [NCores-1:0][TaskWidth-1:0]    selection_o,  // The first of them; known if `busy_o` is low
  output logic                                busy_o        // A step goes on
);

  localparam int unsigned NCopies = Affinity ? NCores : 1;

  typedef logic [TaskWidth-1:0]     task_t;
  typedef logic [PriorityWidth-1:0] priority_t;
  typedef logic [PriorityWidth:0]   rank_t;
  typedef logic [NodeWidth-1:0]     node_t;
  typedef logic [NCores-1:0]        mask_t;

  typedef struct packed {
    priority_t level;
    mask_t     mask;         // the cores that it may run on
    logic      ready;
    logic      preemptible;
    logic      idle;
  } attributes_t;

  typedef struct packed {
    task_t       id;
    attributes_t attributes;
  } current_t;

  mask_t                 runs_q, scheduled_q, pending_q;
  current_t [NCores-1:0] current_q;

  // Idle tasks are below all others of their priority.
  function automatic rank_t rank_of(priority_t own, logic idle);
    return rank_t'(own) + rank_t'(!idle);
  endfunction

  // ---------------------------------------------------------------------------------------------
  // The step that begins
  // ---------------------------------------------------------------------------------------------
  logic                 read_q, decide_q, free;
  logic [NCores:0]      grant;
  step_e                step, step_q;
  task_t                subject, subject_q;
  priority_t            level, level_q, sliced;
  mask_t                mask, mask_q, core, core_q;  // the core that switches, or whose slice is over
  mask_t                asks_q;                      // the core that has asked for the step, if one has
  logic                 flag_q;
  node_t                node, node_q;
  logic [NCopies-1:0]   copy_busy;

  assign free = ~(init_i | read_q | decide_q | (|copy_busy));

  isochron_core_arbiter #(.NRequesters(NCores + 1)) u_arbiter (
    .clk_i, .rst_ni, .request_i, .free_i(free), .grant_o(grant)
  );

  always_comb begin
    step    = StepCreate;
    subject = '0;
    level   = '0;
    mask    = '0;
    for (int unsigned port = 0; port <= NCores; port++) begin
      if (grant[port]) begin
        step    = step_e'(step | step_i[port]);
        subject = subject | task_i[port];
        level   = level | priority_i[port];
        mask    = mask | mask_i[port];
      end
    end
    core   = step == StepSlice ? mask : grant[NCores-1:0];
    sliced = '0;
    if (step == StepDispatch) subject = '0;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (step == StepDispatch & core[x]) subject = subject | selection_o[x];
      if (core[x]) sliced = sliced | current_q[x].attributes.level;
    end
    node = step == StepSlice ? node_t'(NTasks) + node_t'(sliced) : node_t'(subject);
  end

  assign grant_o = grant;
  assign busy_o  = ~free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q   <= 1'b0;
      decide_q <= 1'b0;
    end else begin
      read_q   <= grant != '0;
      decide_q <= read_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (free) begin
      step_q    <= step;
      subject_q <= subject;
      node_q    <= node;
      level_q   <= level;
      mask_q    <= Affinity ? mask : '1;
      core_q    <= core;
      asks_q    <= grant[NCores-1:0];
      flag_q    <= |(grant & flag_i);
    end
  end

  // ---------------------------------------------------------------------------------------------
  // What is known of tasks
  // ---------------------------------------------------------------------------------------------
  logic        write;
  attributes_t attributes, attributes_q, changed;
  mask_t       on_q;  // the core that the subject is on, if it is on one

  isochron_ram_distributed #(.Width($bits(attributes_t)), .Depth(NTasks)) u_attributes (
    .clk_i,
    .write_i(write), .waddr_i(subject_q), .wdata_i(changed),
    .raddr_i(subject_q), .rdata_o(attributes)
  );

  always_ff @(posedge clk_i) begin
    if (read_q) begin
      attributes_q <= attributes;
      for (int unsigned x = 0; x < NCores; x++) begin
        on_q[x] <= runs_o[x] & current_q[x].id == subject_q;
      end
    end
  end

  // ---------------------------------------------------------------------------------------------
  // What is known of cores
  // ---------------------------------------------------------------------------------------------
  current_t leaving;  // the current task of the core that the step is about
  mask_t    others;   // cores whose current task is ready, and has its priority

  always_comb begin
    leaving = '0;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (core_q[x]) leaving = leaving | current_q[x];
    end
    for (int unsigned x = 0; x < NCores; x++) begin
      others[x] = runs_q[x] & ~core_q[x] & current_q[x].attributes.ready
                & current_q[x].attributes.level == leaving.attributes.level;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Decision
  // ---------------------------------------------------------------------------------------------
  logic                 any_ready;          // there is a task that the core could run
  logic                 stays, switches;    // the core's task goes on; or another one runs
  logic                 linked;             // the subject is in ready lists
  logic                 unlink, link;
  logic                 looks, yields;      // for a core; the subject's core has to yield
  mask_t                unlink_mask, link_mask, running, look_mask, victim, asked, free_cores;
  rank_t                look_rank;
  rank_t [NCores-1:0]   ranks;
  logic [NCopies-1:0]   copy_any, copy_last;
  priority_t            link_level;
  task_t                entering;

  assign any_ready = |(core_q & any_ready_o);
  assign stays     = leaving.attributes.ready & |(leaving.attributes.mask & core_q)
                   & (~any_ready | leaving.attributes.level > attributes_q.level);
  assign switches  = step_q == StepDispatch & any_ready & ~stays;
  assign running   = on_q & ~scheduled_q;
  assign linked    = attributes_q.ready & on_q == '0;

  always_comb begin
    changed = attributes_q;
    write   = decide_q;
    unlink  = 1'b0;
    link    = 1'b0;
    looks   = 1'b0;
    yields  = 1'b0;
    unique case (step_q)
      StepCreate: begin
        changed = '{level: level_q, mask: mask_q, ready: 1'b1, preemptible: 1'b1, idle: flag_q};
        link    = ~flag_q;
        looks   = ~flag_q;
      end
      StepReady: begin
        changed.ready = 1'b1;
        link          = ~attributes_q.ready & on_q == '0;
        looks         = running == '0;
      end
      StepLeave: begin
        changed.ready = 1'b0;
        unlink        = linked;
        yields        = 1'b1;
      end
      StepPriority: begin
        changed.level = level_q;
        unlink        = linked & level_q != attributes_q.level;
        link          = unlink;
        looks         = level_q > attributes_q.level & attributes_q.ready & running == '0;
        yields        = level_q < attributes_q.level & attributes_q.preemptible;
      end
      StepAffinity: begin
        changed.mask = mask_q;
        unlink       = linked;
        link         = linked;
        looks        = running == '0;
        yields       = (on_q & mask_q) == '0;
      end
      StepPreemption: begin
        changed.preemptible = flag_q;
        yields              = flag_q;
      end
      StepSlice: begin
        write = 1'b0;
      end
      default: begin
        write  = 1'b0;
        unlink = switches;
        link   = switches & leaving.attributes.ready;
        looks  = link & Affinity;
      end
    endcase
  end

  // who leaves a core may run on another one, unless who comes could have taken that
  always_comb begin
    entering   = subject_q;
    link_level = changed.level;
    link_mask  = changed.mask;
    look_mask  = changed.mask;
    look_rank  = rank_t'(changed.level) + 1'b1;
    if (step_q == StepDispatch) begin
      entering   = leaving.id;
      link_level = leaving.attributes.level;
      link_mask  = leaving.attributes.mask;
      look_mask  = leaving.attributes.mask;
      if (|(leaving.attributes.mask & core_q)) look_mask &= ~attributes_q.mask;
      look_rank  = rank_of(leaving.attributes.level, leaving.attributes.idle);
    end
  end

  assign unlink_mask = attributes_q.mask;

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_rank
    assign ranks[x]      = rank_of(current_q[x].attributes.level, current_q[x].attributes.idle);
    assign free_cores[x] = runs_q[x] & ~scheduled_q[x] & ~pending_q[x]
                         & current_q[x].attributes.preemptible;
  end

  isochron_victim #(.NCores(NCores), .RankWidth(PriorityWidth + 1)) u_victim (
    .mask_i(look_mask & free_cores), .rank_i(look_rank), .ranks_i(ranks), .victim_o(victim)
  );

  always_comb begin
    asked = '0;
    if (looks)  asked = asked | victim;
    if (yields) asked = asked | running;
    if (step_q == StepSlice && leaving.attributes.ready && leaving.attributes.preemptible
        && (~&copy_last || others != '0)) begin
      asked = core_q & runs_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      runs_q      <= '0;
      scheduled_q <= '0;
      pending_q   <= '0;
    end else if (decide_q) begin
      if (step_q == StepCreate && flag_q) runs_q <= runs_q | asks_q;
      scheduled_q <= (scheduled_q & ~(step_q == StepDispatch ? core_q : '0)) | (asked & ~asks_q);
      pending_q   <= (pending_q & ~(step_q == StepDispatch ? core_q : '0)) | (asked & asks_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (decide_q) begin
      for (int unsigned x = 0; x < NCores; x++) begin
        if (write & on_q[x]) current_q[x].attributes <= changed;
        if (core_q[x] & switches) current_q[x] <= '{id: subject_q, attributes: attributes_q};
        if (step_q == StepCreate && flag_q && asks_q[x]) begin
          current_q[x] <= '{id: subject_q, attributes: changed};
        end
      end
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Ready lists
  // ---------------------------------------------------------------------------------------------
  logic [NCopies-1:0][TaskWidth-1:0] selection;

  for (genvar copy = 0; copy < int'(NCopies); copy++) begin : gen_copy
    logic [NodeWidth-1:0] next;
    logic [TaskWidth-1:0] coming;
    logic                 unlinks, links;
    captured_t            captured;
    selection_t           selected;

    assign unlinks = unlink & (~Affinity | unlink_mask[copy]);
    assign links   = link & (~Affinity | link_mask[copy]);

    isochron_lists #(.NTasks(NTasks), .NPriorities(NPriorities), .Cursors(1'b0)) u_lists (
      .clk_i, .rst_ni, .init_i('{active: init_i, index: 8'(init_node_i)}),
      .capture_i(read_q), .node_i(node_q), .next_o(next), .captured_o(captured),
      .commit_i(decide_q), .task_i(subject_q),
      .unlink_i(unlinks), .unlink_ready_i(unlinks), .unlink_priority_i(attributes_q.level),
      .entering_i(entering), .link_i(links ? LinkReady : LinkNone), .link_priority_i(link_level),
      .dispatch_i(1'b0), .selection_o(selected), .coming_o(coming), .busy_o(copy_busy[copy])
    );
    assign copy_last[copy] = captured.last;
    assign copy_any[copy]  = selected.any_ready;
    assign selection[copy] = selected.id[TaskWidth-1:0];

    logic unused;
    assign unused = ^{next, coming, captured, selected};
  end

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_core
    assign any_ready_o[x] = copy_any[Affinity ? x : 0];
    assign selection_o[x] = selection[Affinity ? x : 0];
    assign current_o[x]   = current_q[x].id;
  end

  assign runs_o      = runs_q;
  assign scheduled_o = scheduled_q;
  assign pending_o   = pending_q;

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_runs
    for (genvar y = 0; y < x; y++) begin : gen_other
      `ISOCHRON_ASSERT(NoTaskRunsTwice, ~(runs_q[x] & runs_q[y] & current_q[x].id == current_q[y].id))
    end
  end
  `ISOCHRON_RULE(SomethingRuns, ~(decide_q & step_q == StepDispatch) | stays | any_ready,
                 "a core has nothing to run: it needs an idle task that no other core runs")

endmodule
