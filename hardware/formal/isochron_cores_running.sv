// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_cores; proven by induction (hardware/formal/proofs.toml).
//
//   - No task runs on two cores, and what a core knows of its task is so.
//   - A task is in a core's ready lists if and only if it is ready, may run on that core, and runs
//     nowhere; and in the list of its priority.
//   - A core that switches runs a task than which none that it may run is higher; with one priority at a
//     time, a task than which no ready task is higher, or an idle task.
//
// Assumed of the lists: what ready-lists has proven, that the selection is in its list, whose level is
// known, and that no task of a copy is in a higher one. Of the block's user: a step is decided in the
// cycle after it was read, is the same in both, and nothing is read while the block is busy; tasks are
// created once, and before anything else is said of them; a core begins once, with a task that runs
// nowhere.
module isochron_cores_running
  import isochron_cores_pkg::*;
#(
  parameter int unsigned NCores      = 2,
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter bit          Affinity    = 1'b1,
  parameter bit          OnePriority = 1'b0,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ListWidth     = $clog2(NPriorities + 2)
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic                               init_i,
  input logic                               one_priority_i,
  input logic                               read_i,
  input logic                               decide_i,
  input step_e                              step_i,
  input logic [NCores-1:0]                  asks_i,
  input logic [TaskWidth-1:0]               task_i,
  input logic [NCores-1:0]                  mask_i,
  input logic                               busy_o,
  input logic                               unsettled_o,
  input logic [NCores-1:0]                  runs_o
);

  localparam int unsigned NCopies  = Affinity ? NCores : 1;

  typedef logic [TaskWidth-1:0] task_t;
  typedef logic [NCores-1:0]    mask_t;

  logic              decide;
  step_e             step, step_before_q;
  task_t             subject, task_before_q;
  mask_t             asks, core, runs, asks_before_q, mask_before_q;
  logic              read_q = 1'b0;
  logic [NTasks-1:0] created_q = '0;

  assign decide  = decide_i;
  assign step    = step_i;
  assign subject = isochron_cores.subject_q;
  assign asks    = asks_i;
  assign core    = isochron_cores.core;
  assign runs    = runs_o;

  always_ff @(posedge clk_i) begin
    read_q        <= rst_ni & read_i;
    step_before_q <= step_i;
    asks_before_q <= asks_i;
    task_before_q <= task_i;
    mask_before_q <= mask_i;
    if (!rst_ni)                            created_q <= '0;
    else if (decide && step == StepCreate)  created_q[subject] <= 1'b1;
  end

  // -- What is assumed of who uses it -------------------------------------------------------------
  logic reset, in_order;

  assign reset    = isochron_cores.gen_copy[0].u_lists.u_contract.reset;
  assign in_order = isochron_cores.gen_copy[0].u_lists.u_contract.names_in_order;

  always_comb begin
    assume (rst_ni == reset);
    assume (one_priority_i == OnePriority);
    assume (in_order);
    assume (decide_i == read_q);
    assume (~read_i | (reset & ~init_i & ~read_q & ~busy_o));
    assume ($onehot0(asks_i));
    if (read_q) begin
      assume (asks_i == asks_before_q & task_i == task_before_q);
      assume ((step_i == StepSlice) == (step_before_q == StepSlice));
      assume ((step_i == StepDispatch) == (step_before_q == StepDispatch));
      assume (step_i != StepSlice | mask_i == mask_before_q);
    end
    if (read_i | decide_i) begin
      if (step_i == StepSlice) assume ($onehot(mask_i) & (mask_i & ~runs) == '0 & asks_i == '0);
      if (step_i == StepDispatch) begin
        assume ($onehot(asks_i) & (asks_i & ~runs) == '0 & ~(read_i & unsettled_o));
      end
    end
    if (decide_i) begin
      unique case (step_i)
        StepNone, StepSlice, StepDispatch: ;
        StepCreate: assume (~created_q[task_i]);
        StepYield:  assume ($onehot(asks_i));
        StepStart: begin
          assume (created_q[task_i] & isochron_cores.on_q == '0);
          assume ($onehot(asks_i) & (asks_i & runs) == '0);
        end
        default: assume (created_q[task_i] & step_i <= StepInheritance);
      endcase
    end
  end

  // -- Lists --------------------------------------------------------------------------------------
  logic [NCopies-1:0][NTasks-1:0]             linked, entering;
  logic [NCopies-1:0][NTasks-1:0][ListWidth-1:0] level;
  logic [NCopies-1:0]                         answers;
  logic [NCopies-1:0][3:1]                    stages;
  logic [NTasks-1:0]                          ready, levels_fit, attributes_fit;
  logic [NTasks-1:0][NCores-1:0]              on, may_run;

  for (genvar k = 0; k < int'(NCopies); k++) begin : gen_copy
    logic [3:1] insert, select;
    logic       answer;

    assign insert    = isochron_cores.gen_copy[k].u_lists.insert_q;
    assign select    = isochron_cores.gen_copy[k].u_lists.select_q;
    assign stages[k] = insert | select;
    assign linked[k] = isochron_cores.gen_copy[k].u_lists.u_contract.linked_q;

    always_comb begin
      answer = 1'b1;
      for (int unsigned t = 0; t < NTasks; t++) begin
        entering[k][t] = |insert
                       & isochron_cores.gen_copy[k].u_lists.u_contract.entering == task_t'(t);
        level[k][t]    = entering[k][t]
                       ? isochron_cores.gen_copy[k].u_lists.u_contract.entered
                       : isochron_cores.gen_copy[k].u_lists.u_contract.list_q[t];
        answer &= ~linked[k][t]
                | level[k][t] <= level[k][isochron_cores.selection[k]];
      end
      answer &= linked[k][isochron_cores.selection[k]];
      answer &= ListWidth'(isochron_cores.copy_level[k]) == level[k][isochron_cores.selection[k]];
    end

    // known once nothing goes on
    assign answers[k] = |stages[k] | (isochron_cores.copy_any[k] ? answer : linked[k] == '0);

    always_comb begin
      assume (~reset | init_i | answers[k]);
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.ordered);
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.exists);
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.reset == reset);
      assert ($onehot0(insert) & $onehot0(select));
      assert (insert == '0 | select == '0 | insert == select);
      assert (stages[k] == '0 | ~decide);
      if (reset & ~init_i) begin
        assert (isochron_cores.gen_copy[k].u_lists.u_contract.named);
        assert (isochron_cores.gen_copy[k].u_lists.u_contract.fits);
      end
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.init_count
              == isochron_cores.gen_copy[0].u_lists.u_contract.init_count);
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.named
              == isochron_cores.gen_copy[0].u_lists.u_contract.named);
      assert (isochron_cores.gen_copy[k].u_lists.u_contract.ended
              == isochron_cores.gen_copy[0].u_lists.u_contract.ended);
      if (reset & init_i & (isochron_cores.gen_copy[k].u_lists.u_contract.named
                            | isochron_cores.gen_copy[k].u_lists.u_contract.init_count != '0)) begin
        assert (linked[k] == '0);
      end
      if (!reset | init_i) assert (stages[k] == '0);
      if (!reset) begin
        assert (isochron_cores.gen_copy[k].u_lists.u_contract.init_count == '0);
        assert (~(isochron_cores.gen_copy[k].u_lists.u_contract.named
                  | isochron_cores.gen_copy[k].u_lists.u_contract.ended));
      end
      if (decide) begin
        assert (isochron_cores.gen_copy[k].u_lists.u_contract.captured_q);
        if (step != StepSlice) begin
          assert (32'(isochron_cores.gen_copy[k].u_lists.u_contract.captured_node_q)
                  == 32'(subject));
        end
      end
    end
  end

  // -- Tasks --------------------------------------------------------------------------------------
  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_task
    logic                                       task_ready, preemptible, idle;
    logic [PriorityWidth-1:0]                   task_level;
    logic [NCopies-1:0]                         in, wanted;

    assign {task_level, may_run[t], task_ready, preemptible, idle}
           = isochron_cores.u_attributes.memory_q[t];
    assign ready[t] = created_q[t] & task_ready;

    always_comb begin
      attributes_fit[t] = 1'b1;
      for (int unsigned x = 0; x < NCores; x++) begin
        on[t][x] = runs[x] & isochron_cores.current_q[x].id == task_t'(t);
        attributes_fit[t] &= ~on[t][x]
                           | (created_q[t] & isochron_cores.current_q[x].attributes
                              == isochron_cores.u_attributes.memory_q[t]);
      end
      levels_fit[t] = 1'b1;
      for (int unsigned k = 0; k < NCopies; k++) begin
        in[k]     = linked[k][t] | entering[k][t];
        wanted[k] = ready[t] & on[t] == '0 & (~Affinity | may_run[t][k]);
        levels_fit[t] &= ~in[k] | level[k][t] == ListWidth'(task_level);
      end
      if (reset & ~init_i) begin
        // the task is on one core at most
        assert ($onehot0(on[t]));
        assert (attributes_fit[t]);
        assert (Affinity | ~created_q[t] | &may_run[t]);
        // it is in a list if and only if it may run there, and runs nowhere
        assert (in == wanted);
        assert (levels_fit[t]);
        for (int unsigned k = 0; k < NCopies; k++) assert (~(linked[k][t] & entering[k][t]));
      end
      if (decide && subject == task_t'(t)) begin
        assert (isochron_cores.on_q == on[t]);
        assert (isochron_cores.attributes_q == isochron_cores.u_attributes.memory_q[t]);
      end
    end

    logic unused;
    assign unused = preemptible ^ idle;
  end

  // -- Steps --------------------------------------------------------------------------------------
  logic known;  // the task that comes is the selected one

  always_comb begin
    known = 1'b1;
    for (int unsigned x = 0; x < NCores; x++) begin
      known &= ~core[x] | ~(OnePriority ? isochron_cores.goes[x] : isochron_cores.any_ready_o[x])
             | isochron_cores.selection_o[x] == subject;
    end
    if (!reset | init_i) assert (~read_q & runs == '0 & created_q == '0);
    if (decide) begin
      assert (isochron_cores.any_ready_q == |(core & isochron_cores.any_ready_o));
      assert (isochron_cores.above_q
              == (isochron_cores.leaving.attributes.level > isochron_cores.attributes_q.level));
      if (step == StepDispatch)   assert (known);
      else if (step != StepSlice) assert (subject == task_before_q);
    end
  end

  // who runs next is one of the highest
  for (genvar x = 0; x < int'(NCores); x++) begin : gen_core
    localparam int unsigned K = Affinity ? x : 0;

    always_comb begin
      if (decide && step == StepDispatch && core[x]) begin
        for (int unsigned t = 0; t < NTasks && !OnePriority; t++) begin
          if (linked[K][t] & isochron_cores.switches) begin
            assert (level[K][t] <= level[K][subject]);
          end
          if (linked[K][t] & isochron_cores.stays) begin
            assert (level[K][t] < ListWidth'(isochron_cores.leaving.attributes.level));
          end
        end
      end
      cover (decide && step == StepDispatch && core[x] && isochron_cores.switches);
    end
  end

  // -- One priority at a time ---------------------------------------------------------------------
  if (OnePriority) begin : gen_one_priority
    logic [1:0]          unsettled;
    mask_t [NCores-1:0]  waits_q, after_q;

    assign unsettled = isochron_cores.gen_one_priority.unsettled_q;
    assign waits_q   = isochron_cores.gen_one_priority.u_one_priority.waits_q;
    assign after_q   = isochron_cores.gen_one_priority.u_one_priority.after_q;

    // of idle tasks that wait, one is the first
    for (genvar x = 0; x < int'(NCores); x++) begin : gen_order
      for (genvar y = 0; y < int'(NCores); y++) begin : gen_other
        for (genvar z = 0; z < int'(NCores); z++) begin : gen_third
          always_comb begin
            if (x != y && waits_q[x] != '0 && waits_q[y] != '0) begin
              assert (after_q[x][y] != after_q[y][x]);
              assert (z == x || z == y || waits_q[z] == '0 || ~after_q[x][y] || ~after_q[y][z]
                      || after_q[x][z]);
            end
          end
        end
      end
    end

    // what is known once nothing goes on
    always_comb begin
      if (reset & ~init_i) begin
        assert (isochron_cores.gen_one_priority.u_one_priority.begun_q == runs);
        for (int unsigned x = 0; x < NCores; x++) assert (runs[x] | waits_q[x] == '0);
        assert (~read_q | step_before_q != StepDispatch | unsettled == '0);
        if (!unsettled[0]) begin
          assert (isochron_cores.gen_one_priority.u_one_priority.highest_q
                  == isochron_cores.gen_one_priority.u_one_priority.highest);
        end
        if (unsettled == '0 && stages == '0) begin
          assert (isochron_cores.gen_one_priority.u_one_priority.switches_q
                  == isochron_cores.gen_one_priority.u_one_priority.switches);
          assert (isochron_cores.gen_one_priority.u_one_priority.tasks_q
                  == isochron_cores.gen_one_priority.u_one_priority.tasks);
        end
      end else begin
        assert (isochron_cores.gen_one_priority.u_one_priority.begun_q == '0);
        assert (waits_q == '0);
        assert (isochron_cores.copy_any == '0);
      end
    end

    for (genvar t = 0; t < int'(NTasks); t++) begin : gen_task
      logic [PriorityWidth-1:0] task_level;
      logic                     idle;
      mask_t                    waits;

      assign task_level = isochron_cores.u_attributes.memory_q[t][NCores + 3 +: PriorityWidth];
      assign idle       = isochron_cores.u_attributes.memory_q[t][0];
      assign waits      = ready[t] & on[t] == '0 & task_level == '0 ? may_run[t] : '0;

      for (genvar x = 0; x < int'(NCores); x++) begin : gen_idle
        always_comb begin
          if (reset & ~init_i & runs[x]
              & isochron_cores.gen_one_priority.u_one_priority.idle_q[x] == task_t'(t)) begin
            assert (created_q[t] & idle);
            assert (waits_q[x] == waits);
          end
        end
      end

      always_comb begin
        if (decide && step == StepDispatch && ready[t] && may_run[t] != '0) begin
          assert (task_level <= isochron_cores.gen_one_priority.highest);
        end
      end
    end

    always_comb begin
      if (decide && step == StepDispatch && isochron_cores.switches) begin
        assert (isochron_cores.attributes_q.idle
                | isochron_cores.attributes_q.level == isochron_cores.gen_one_priority.highest);
      end
    end
  end else begin : gen_priorities
    logic unused_choice;
    assign unused_choice = one_priority_i;
  end

endmodule

bind isochron_cores isochron_cores_running #(
  .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(Affinity),
  .OnePriority(OnePriority)
) u_running (.*);
