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
// A step has two cycles, Read and Decide. In Decide it is known who has to yield, and at its end who
// runs and who leaves a list; three cycles later a task is in its list, and the selections are known.
// Until then nothing is read (`busy_o`).
//
// With OnePriority there is the choice of one priority at a time (isochron_one_priority).
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
  parameter bit          OnePriority = 1'b0,  // There is the choice of one priority at a time
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

  input  logic                                one_priority_i,  // Only tasks of one priority run at a
                                                            // time, and idle ones; never without
                                                            // OnePriority

  // A step. What is marked is known from Read on, all else in Decide
  input  logic                                read_i,       // Its task is looked up
  input  logic                                decide_i,     // In the next cycle: it is done
  input  step_e                               step_i,       // Which; StepSlice, StepDispatch: from Read on
  input  logic [NCores-1:0]                   asks_i,       // From Read on: the core that asks for it,
                                                            // one bit; none: time or a line, for which
                                                            // all cores are others
  input  logic [TaskWidth-1:0]                task_i,       // From Read on: the task; not of slices and
                                                            // dispatches
  input  logic [PriorityWidth-1:0]            priority_i,   // Its priority, if it gets one
  input  logic [NCores-1:0]                   mask_i,       // The cores that it may run on, if it is
                                                            // told; of a slice from Read on: the core,
                                                            // one bit
  input  logic                                flag_i,       // It may be preempted; or its priority is
                                                            // raised; or it yields only to who is there
  output logic [NCores-1:0]                   on_o,         // In Decide: the core that the task is on
  output logic [NCores-1:0]                   asked_o,      // In Decide: who has to switch for it
  output logic                                switches_o,   // In Decide: the core runs another task

  // Cores
  output logic [NCores-1:0]                   runs_o,       // A core runs a task
  output logic [NCores-1:0][TaskWidth-1:0]    current_o,    // This
  output logic [NCores-1:0]                   scheduled_o,  // Another core, time or a line has asked it
                                                            // to switch: its interrupt
  output logic [NCores-1:0]                   pending_o,    // It has asked itself
  output logic [NCores-1:0]                   any_ready_o,  // There is a task that it could run instead
  output logic [NCores-1:0][TaskWidth-1:0]    selection_o,  // The first of them; known if `busy_o` is low
  output logic                                busy_o,       // Lists change: no step may begin
  output logic                                unsettled_o   // It is not known yet who would run next: no
                                                            // dispatch may begin; only with one priority
                                                            // at a time
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

  // -- The step ---------------------------------------------------------------------------------
  task_t              subject, subject_q;
  priority_t          sliced;
  mask_t              mask, core;  // the core that switches, or whose slice is over
  node_t              node;
  logic [NCopies-1:0] copy_busy;
  logic               unsettled;   // it is not known yet who would run next

  assign mask = Affinity ? mask_i : '1;
  assign core = step_i == StepSlice ? mask_i : asks_i;

  always_comb begin
    subject = step_i == StepDispatch ? '0 : task_i;
    sliced  = '0;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (step_i == StepDispatch & core[x]) subject = subject | selection_o[x];
      if (core[x]) sliced = sliced | current_q[x].attributes.level;
    end
    node = step_i == StepSlice ? node_t'(NTasks) + node_t'(sliced) : node_t'(subject);
  end

  always_ff @(posedge clk_i) begin
    if (read_i) subject_q <= subject;
  end

  assign busy_o      = |copy_busy;
  assign unsettled_o = unsettled;

  // -- What is known of tasks -------------------------------------------------------------------
  logic        write;
  attributes_t attributes, attributes_q, changed;
  mask_t       on_q;  // the core that the subject is on, if it is on one

  isochron_ram_distributed #(.Width($bits(attributes_t)), .Depth(NTasks)) u_attributes (
    .clk_i,
    .write_i(write), .waddr_i(subject_q), .wdata_i(changed),
    .raddr_i(subject), .rdata_o(attributes)
  );

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      attributes_q <= attributes;
      for (int unsigned x = 0; x < NCores; x++) begin
        on_q[x] <= runs_q[x] & current_q[x].id == subject;
      end
    end
  end

  // -- What is known of cores -------------------------------------------------------------------
  current_t leaving;  // the current task of the core that the step is about
  mask_t    others;   // cores whose current task is ready, and has its priority

  always_comb begin
    leaving = '0;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (core[x]) leaving = leaving | current_q[x];
    end
    for (int unsigned x = 0; x < NCores; x++) begin
      others[x] = runs_q[x] & ~core[x] & current_q[x].attributes.ready
                & current_q[x].attributes.level == leaving.attributes.level;
    end
  end

  // -- Decision ---------------------------------------------------------------------------------
  logic                 any_ready_q;        // there is a task that the core could run
  logic                 above_q;            // the core's task is above it
  logic                 stays, switches;    // the core's task goes on; or another one runs
  logic                 linked;             // the subject is in ready lists
  logic                 unlink, link;
  logic                 looks, yields;      // for a core; the subject's core has to yield
  mask_t                unlink_mask, link_mask, running, look_mask, victim, asked, free_cores;
  rank_t                look_rank;
  rank_t [NCores-1:0]   ranks;
  logic [NCopies-1:0]   copy_any, copy_last;
  logic                 one, high;              // with one priority at a time: see there
  mask_t                goes, lower, dropped;
  priority_t            link_level;
  task_t                entering;

  // Lists and cores are in Decide as in Read.
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      any_ready_q <= |(core & any_ready_o);
      above_q     <= leaving.attributes.level > attributes.level;
    end
  end

  assign stays    = leaving.attributes.ready & |(leaving.attributes.mask & core)
                  & (~any_ready_q | above_q);
  assign switches = step_i == StepDispatch & (one ? |(core & goes) : any_ready_q & ~stays);
  assign running  = on_q & ~scheduled_q;
  assign linked   = attributes_q.ready & on_q == '0;

  always_comb begin
    changed = attributes_q;
    write   = decide_i;
    unlink  = 1'b0;
    link    = 1'b0;
    looks   = 1'b0;
    yields  = 1'b0;
    unique case (step_i)
      StepCreate: begin
        changed = '{level: priority_i, mask: mask, ready: 1'b1, preemptible: 1'b1, idle: 1'b0};
        link    = 1'b1;
        looks   = 1'b1;
      end
      StepStart: begin
        changed.idle = 1'b1;
        unlink       = linked;
      end
      StepReady: begin
        changed.ready = 1'b1;
        unlink        = linked;
        link          = on_q == '0;
        looks         = running == '0;
      end
      StepLeave: begin
        changed.ready = 1'b0;
        unlink        = linked;
        yields        = 1'b1;
      end
      StepPriority, StepInheritance: begin
        changed.level = priority_i;
        unlink        = linked;
        link          = linked;
        looks         = flag_i & attributes_q.ready & running == '0;
        yields        = ~flag_i & (attributes_q.preemptible | step_i == StepInheritance);
      end
      StepAffinity: begin
        changed.mask = mask;
        unlink       = linked;
        link         = linked;
        looks        = running == '0;
        yields       = (on_q & mask) == '0;
      end
      StepPreemption: begin
        changed.preemptible = flag_i;
        yields              = flag_i;
      end
      StepDispatch: begin
        write  = 1'b0;
        unlink = switches;
        link   = switches & leaving.attributes.ready;
        looks  = link & Affinity;
      end
      default: write = 1'b0;
    endcase
  end

  // who leaves a core may run on another one, unless who comes could have taken that
  always_comb begin
    entering   = subject_q;
    link_level = changed.level;
    link_mask  = changed.mask;
    look_mask  = changed.mask;
    look_rank  = rank_t'(changed.level) + 1'b1;
    if (step_i == StepDispatch) begin
      entering   = leaving.id;
      link_level = leaving.attributes.level;
      link_mask  = leaving.attributes.mask;
      look_mask  = leaving.attributes.mask;
      if (|(leaving.attributes.mask & core)) look_mask &= ~attributes_q.mask;
      look_rank  = rank_of(leaving.attributes.level, leaving.attributes.idle);
    end
  end

  assign unlink_mask = attributes_q.mask;

  logic unused_masks;
  assign unused_masks = ^{unlink_mask, link_mask};  // without affinity

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_rank
    assign ranks[x]      = rank_of(current_q[x].attributes.level, current_q[x].attributes.idle);
    assign free_cores[x] = runs_q[x] & ~scheduled_q[x] & ~pending_q[x]
                         & current_q[x].attributes.preemptible;
  end

  isochron_victim #(.NCores(NCores), .RankWidth(PriorityWidth + 1)) u_victim (
    .mask_i(look_mask & free_cores & ~dropped), .rank_i(look_rank), .ranks_i(ranks), .victim_o(victim)
  );

  always_comb begin
    asked = '0;
    if (looks & high & lower == '0) asked = asked | victim;
    asked = asked | lower | dropped;
    if (yields) asked = asked | running;
    if (step_i == StepSlice && leaving.attributes.ready && leaving.attributes.preemptible
        && (~&copy_last || others != '0)) begin
      asked = core & runs_q;
    end
    if (step_i == StepYield && (!flag_i || any_ready_q)) asked = asks_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      runs_q      <= '0;
      scheduled_q <= '0;
      pending_q   <= '0;
    end else if (decide_i) begin
      if (step_i == StepStart) runs_q <= runs_q | asks_i;
      scheduled_q <= (scheduled_q & ~(step_i == StepDispatch ? core : '0)) | (asked & ~asks_i);
      pending_q   <= (pending_q & ~(step_i == StepDispatch ? core : '0)) | (asked & asks_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (decide_i) begin
      for (int unsigned x = 0; x < NCores; x++) begin
        if (write & on_q[x]) current_q[x].attributes <= changed;
        if (core[x] & switches) current_q[x] <= '{id: subject_q, attributes: attributes_q};
        if (step_i == StepStart && asks_i[x]) begin
          current_q[x] <= '{id: subject_q, attributes: changed};
        end
      end
    end
  end

  // -- One priority at a time -------------------------------------------------------------------
  priority_t [NCopies-1:0]           copy_level;
  logic [NCores-1:0][TaskWidth-1:0]  coming_lists;  // the first of each core's lists, in the next cycle
  logic [NCores-1:0][TaskWidth-1:0]  chosen;        // who a core would run instead

  if (OnePriority) begin : gen_one_priority
    priority_t              highest, top_q;  // of all ready tasks; the same when a core switched last, or
                                             // a higher one that has become ready since
    mask_t                  ready, may_stay;
    priority_t [NCores-1:0] listed, running_levels;
    logic [1:0]             unsettled_q;
    logic                   called;

    for (genvar x = 0; x < int'(NCores); x++) begin : gen_core
      assign listed[x]         = copy_level[Affinity ? x : 0];
      assign running_levels[x] = current_q[x].attributes.level;
      assign ready[x]          = runs_q[x] & current_q[x].attributes.ready;
      assign may_stay[x]       = ready[x] & current_q[x].attributes.mask[x];
    end

    isochron_one_priority #(
      .NCores(NCores), .TaskWidth(TaskWidth), .PriorityWidth(PriorityWidth)
    ) u_one_priority (
      .clk_i, .rst_ni,
      .any_i(any_ready_o), .levels_i(listed), .selections_i(coming_lists),
      .ready_i(ready), .may_stay_i(may_stay), .running_levels_i(running_levels),
      .decide_i, .start_i(step_i == StepStart ? asks_i : '0), .subject_i(subject_q), .unlink_i(unlink),
      .entering_i(entering), .link_i(link), .link_level_i(link_level), .link_mask_i(link_mask),
      .highest_o(highest), .switches_o(goes), .tasks_o(chosen)
    );

    // Who becomes ready, or has another priority, makes all cores switch whose tasks are below it, also if
    // it runs already; only if there is none, it takes a core as always. Nothing happens if one above it
    // was ready when a core switched last.
    assign called = looks | step_i == StepReady
                  | (step_i inside {StepPriority, StepInheritance} & flag_i & attributes_q.ready);
    assign one    = one_priority_i;
    assign high   = ~one | step_i == StepDispatch | changed.level >= top_q;

    // A core that switches when no task is left of the priority makes the others switch that run idle
    // tasks. FreeRTOS asks this core, too, which would find nothing else.
    always_comb begin
      for (int unsigned x = 0; x < NCores; x++) begin
        lower[x]   = one & called & high & step_i != StepDispatch & ~on_q[x]
                   & runs_q[x] & ~scheduled_q[x] & ~pending_q[x] & ranks[x] != '0 & ranks[x] < look_rank;
        dropped[x] = one & step_i == StepDispatch & highest < top_q & ~core[x]
                   & runs_q[x] & current_q[x].attributes.idle;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        top_q       <= '0;
        unsettled_q <= '0;
      end else begin
        unsettled_q <= {unsettled_q[0], decide_i};
        if (decide_i & one & step_i == StepDispatch)                     top_q <= highest;
        else if (decide_i & write & changed.ready & changed.level > top_q) top_q <= changed.level;
      end
    end

    assign unsettled = one & |unsettled_q;
  end else begin : gen_priorities
    assign {one, goes, lower, dropped, unsettled} = '0;
    assign high                                   = 1'b1;
    assign chosen                                 = '0;

    logic unused;
    assign unused = ^{one_priority_i, copy_level, coming_lists};
  end

  // -- Ready lists ------------------------------------------------------------------------------
  logic [NCopies-1:0][TaskWidth-1:0] selection, coming;

  for (genvar copy = 0; copy < int'(NCopies); copy++) begin : gen_copy
    logic       unlinks, links;
    listed_t    listed;
    captured_t  captured;
    selection_t selected;

    assign unlinks = unlink & (~Affinity | unlink_mask[copy]);
    assign links   = link & (~Affinity | link_mask[copy]);
    assign listed  = '{
      commit:       decide_i,
      subject:      TaskIdWidth'(subject_q),
      unlink:       unlinks,
      unlink_ready: unlinks,
      unlink_level: 6'(attributes_q.level),
      entering:     TaskIdWidth'(entering),
      link:         links ? LinkReady : LinkNone,
      link_level:   6'(link_level)
    };

    isochron_lists #(.NTasks(NTasks), .NPriorities(NPriorities), .Cursors(1'b0)) u_lists (
      .clk_i, .rst_ni, .init_i('{active: init_i, index: (TaskIdWidth + 1)'(init_node_i)}),
      .capture_i(read_i), .node_i(node), .captured_o(captured),
      .listed_i(listed), .dispatch_i(1'b0), .selection_o(selected), .coming_o(coming[copy]),
      .busy_o(copy_busy[copy])
    );
    assign copy_last[copy] = captured.last;
    assign copy_any[copy]  = selected.any_ready;
    assign copy_level[copy] = selected.level[PriorityWidth-1:0];
    assign selection[copy] = selected.id[TaskWidth-1:0];

    logic unused;
    assign unused = ^{captured, selected};
  end

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_core
    assign any_ready_o[x] = copy_any[Affinity ? x : 0];
    assign coming_lists[x] = coming[Affinity ? x : 0];
    assign selection_o[x]  = one ? chosen[x] : selection[Affinity ? x : 0];
    assign current_o[x]   = current_q[x].id;
  end

  assign on_o        = on_q;
  assign asked_o     = asked;
  assign switches_o  = switches;
  assign runs_o      = runs_q;
  assign scheduled_o = scheduled_q;
  assign pending_o   = pending_q;

  for (genvar x = 0; x < int'(NCores); x++) begin : gen_runs
    for (genvar y = 0; y < x; y++) begin : gen_other
      `ISOCHRON_ASSERT(NoTaskRunsTwice, ~(runs_q[x] & runs_q[y] & current_q[x].id == current_q[y].id))
    end
  end
  `ISOCHRON_RULE(SomethingRuns, ~(decide_i & step_i == StepDispatch)
                 | (one ? leaving.attributes.ready | |(core & goes) : stays | any_ready_q),
                 "a core has nothing to run: it needs an idle task that no other core runs")

endmodule
