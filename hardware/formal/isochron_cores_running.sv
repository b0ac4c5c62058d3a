// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_cores; proven by induction (hardware/formal/proofs.toml).
//
//   - No task runs on two cores, and what a core knows of its task is so.
//   - A task is in a core's ready lists if and only if it is ready, may run on that core, and runs
//     nowhere; and in the list of its priority.
//   - A core that switches runs a task than which none that it may run is higher.
//   - A request is granted after at most 6 * NCores + 5 cycles.
//
// Assumed of the lists: what ready-lists has proven, that the selection is in its list, and that no
// task of a copy is in a higher one. Of who uses the block: a request stays until it is granted; tasks
// are created once, and before anything else is said of them; a core begins with its idle task, which
// stays ready.
module isochron_cores_running
  import isochron_cores_pkg::*;
#(
  parameter int unsigned NCores      = 2,
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter bit          Affinity    = 1'b1,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ListWidth     = $clog2(NPriorities + 2)
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic                               init_i,
  input logic [NCores:0]                    request_i,
  input step_e [NCores:0]                   step_i,
  input logic [NCores:0][TaskWidth-1:0]     task_i,
  input logic [NCores:0][PriorityWidth-1:0] priority_i,
  input logic [NCores:0][NCores-1:0]        mask_i,
  input logic [NCores:0]                    flag_i,
  input logic [NCores:0]                    grant_o,
  input logic [NCores-1:0]                  runs_o
);

  localparam int unsigned NCopies  = Affinity ? NCores : 1;
  localparam int unsigned Occupied = 5;  // cycles after a grant in which there is none
  localparam int unsigned Longest  = (Occupied + 1) * NCores + Occupied;

  typedef logic [TaskWidth-1:0] task_t;
  typedef logic [NCores-1:0]    mask_t;

  logic              read, decide;
  step_e             step;
  task_t             subject;
  mask_t             asks, core, runs;
  logic              flag;
  logic [NTasks-1:0] created_q = '0;

  assign read    = isochron_cores.read_q;
  assign decide  = isochron_cores.decide_q;
  assign step    = isochron_cores.step_q;
  assign subject = isochron_cores.subject_q;
  assign asks    = isochron_cores.asks_q;
  assign core    = isochron_cores.core_q;
  assign flag    = isochron_cores.flag_q;
  assign runs    = isochron_cores.runs_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                            created_q <= '0;
    else if (decide && step == StepCreate)  created_q[subject] <= 1'b1;
  end

  // -----------------------------------------------------------------------------------------------
  // What is assumed of who uses it
  // -----------------------------------------------------------------------------------------------
  logic reset, in_order;

  assign reset    = isochron_cores.gen_copy[0].u_lists.u_contract.reset;
  assign in_order = isochron_cores.gen_copy[0].u_lists.u_contract.names_in_order;

  always_comb begin
    assume (rst_ni == reset);
    assume (in_order);
    for (int unsigned port = 0; port <= NCores; port++) begin
      if (grant_o[port]) begin
        unique case (step_i[port])
          StepCreate: begin
            assume (~created_q[task_i[port]]);
            assume (~flag_i[port] | (port < NCores & ~runs[port < NCores ? port : 0]));
          end
          StepSlice: assume (port == NCores & $onehot(mask_i[port]) & (mask_i[port] & ~runs) == '0);
          StepDispatch: assume (port < NCores & runs[port < NCores ? port : 0]);
          default: assume (created_q[task_i[port]]);
        endcase
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Lists
  // -----------------------------------------------------------------------------------------------
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
      assert (stages == '0 | ~(read | decide));
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

  // -----------------------------------------------------------------------------------------------
  // Tasks
  // -----------------------------------------------------------------------------------------------
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

  // -----------------------------------------------------------------------------------------------
  // Steps
  // -----------------------------------------------------------------------------------------------
  logic known;  // the task that comes is the selected one

  always_comb begin
    known = 1'b1;
    for (int unsigned x = 0; x < NCores; x++) begin
      known &= ~core[x] | ~isochron_cores.any_ready_o[x]
             | isochron_cores.selection_o[x] == subject;
    end
    assert (~(read & decide));
    if (!reset | init_i) assert (~(read | decide) & runs == '0 & created_q == '0);
    if (read | decide) begin
      assert ($onehot0(asks) & (Affinity | &isochron_cores.mask_q));
      unique case (step)
        StepCreate: assert (~created_q[subject] & (~flag | ($onehot(asks) & (asks & runs) == '0)));
        StepSlice: assert ($onehot(core) & asks == '0);
        StepDispatch: assert ($onehot(core) & core == asks & (core & ~runs) == '0 & known);
        default: assert (created_q[subject]);
      endcase
      if (step != StepSlice) assert (32'(isochron_cores.node_q) == 32'(subject));
      else                   assert (32'(isochron_cores.node_q) < NTasks + NPriorities);
    end
  end

  // who runs next is one of the highest
  for (genvar x = 0; x < int'(NCores); x++) begin : gen_core
    localparam int unsigned K = Affinity ? x : 0;

    always_comb begin
      if (decide && step == StepDispatch && core[x]) begin
        for (int unsigned t = 0; t < NTasks; t++) begin
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

  // -----------------------------------------------------------------------------------------------
  // How long a request waits
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned CountWidth = $clog2(Longest) + 2;

  typedef logic [CountWidth-1:0] count_t;

  count_t left;                     // cycles until there may be a grant
  logic [NCores:0] later;
  logic [3:1]      stage;

  assign later = isochron_cores.u_arbiter.later_q;

  always_comb begin
    stage = '0;
    for (int unsigned k = 0; k < NCopies; k++) stage |= stages[k];
    left = '0;
    if (stage[3]) left = count_t'(1);
    if (stage[2]) left = count_t'(2);
    if (stage[1]) left = count_t'(3);
    if (decide)   left = count_t'(4);
    if (read)     left = count_t'(5);
    assert ($onehot0(stage));
  end

  for (genvar p = 0; p <= int'(NCores); p++) begin : gen_port
    count_t waited_q = '0, turns_q = '0, ahead;  // turns of other ports meanwhile; those yet to come, at most
    logic   stayed_q = 1'b0;
    logic [2:0]                    step_before_q;
    logic [TaskWidth-1:0]          task_before_q;

    always_ff @(posedge clk_i) begin
      stayed_q      <= rst_ni & request_i[p] & ~grant_o[p];
      step_before_q <= step_i[p];
      task_before_q <= task_i[p];
      if (!rst_ni | init_i | ~request_i[p] | grant_o[p]) begin
        waited_q <= '0;
        turns_q  <= '0;
      end else begin
        waited_q <= waited_q + 1'b1;
        turns_q  <= turns_q + count_t'(grant_o != '0);
      end
    end

    always_comb begin
      ahead = '0;
      for (int unsigned q = 0; q <= NCores; q++) begin
        if (q != p && ((later[q] & ~later[p]) | (later[q] == later[p] && q < p))) begin
          ahead = ahead + 1'b1;
        end
        if (q < NCores) assert (~later[q] | later[q < NCores ? q + 1 : q]);
      end
      if (stayed_q) begin
        assume (request_i[p] & step_i[p] == step_e'(step_before_q) & task_i[p] == task_before_q);
      end
      if (!reset) assert (~stayed_q);
      else if (!init_i) begin
        if (stayed_q) begin
          assert (turns_q <= count_t'(NCores) & turns_q + ahead <= count_t'(NCores));
          assert (waited_q + left <= count_t'(Occupied) + count_t'(6) * turns_q);
        end else begin
          assert (waited_q == '0 & turns_q == '0);
        end
        assert (waited_q <= count_t'(Longest));
      end else begin
        assert (waited_q == '0 & turns_q == '0);
      end
    end
  end

endmodule

bind isochron_cores isochron_cores_running #(
  .NCores(NCores), .NTasks(NTasks), .NPriorities(NPriorities), .Affinity(Affinity)
) u_running (.*);
