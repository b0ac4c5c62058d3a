// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset, isochron_stages,
// isochron_chains_contract and isochron_events (hardware/formal/proofs.toml): to whom the walk over
// a group's waiters comes.
//
// In which chain each task is, isochron_chains_contract keeps; the tasks' records say the same. A
// model beside it keeps, of each task that waits for an object, who has come to the same one before
// it, and, from the beginning of a walk on, at whom it has still to look: who waited then, does so
// still, and was not looked at.
//
// Assumed of the chains is what isochron_waiters has proven of them. There a task has a place in a
// chain; here it has those who are ahead of it, which says the same: the next one has one more.
module isochron_walks
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  `include "isochron_list_types.svh"
  `include "isochron_chain_types.svh"

  typedef logic [NTasks-1:0] tasks_t;  // a set of tasks

  // -- The operation ------------------------------------------------------------------------------
  operation_e operation;
  logic       of_time, accepted;
  task_t      subject;
  object_id_t object;               // whose waiters it is about
  logic       enters, leaves;       // the subject, an object's chain
  logic       begins, looks, ends;  // the walk; it looks at the subject

  assign operation = isochron.operation.kind;
  assign of_time   = isochron.operation.source == SourceTime;
  assign subject   = isochron.operation.subject;
  assign object    = isochron.waiters.object;
  assign accepted  = isochron.operation.stage.decide & isochron.action.code inside {ResultOk, ResultFail};
  assign enters    = isochron.operation.stage.decide
                   & isochron.u_objects.u_chains.chained_i.enters == ChainObject;
  assign leaves    = isochron.operation.stage.decide & isochron.u_objects.u_chains.chained_i.leaves_object;
  assign begins    = isochron.operation.stage.decide & isochron.action.walk;
  assign looks     = isochron.operation.stage.decide & of_time & operation == WorkGroupStep;
  assign ends      = isochron.operation.stage.decide & of_time & operation == WorkGroupEnd;

  // -- The model ----------------------------------------------------------------------------------
  chain_e     [NTasks-1:0] chain;
  object_id_t [NTasks-1:0] object_of;  // an object's chain: whose,
  priority_t  [NTasks-1:0] level;      // ... of which priority
  tasks_t                  waits;      // for an object
  tasks_t     [NTasks-1:0] ahead_q;    // who waits for the same object, and came before
  tasks_t                  due_q;      // at whom the walk has still to look

  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_chains
    assign chain[t]     = isochron.u_objects.u_chains.u_contract.key_q[t].chain;
    assign object_of[t] = isochron.u_objects.u_chains.u_contract.key_q[t].object;
    assign level[t]     = isochron.u_objects.u_chains.u_contract.key_q[t].level;
    assign waits[t]     = chain[t] == ChainObject;
  end

  function automatic tasks_t waiters(object_id_t awaited);
    tasks_t set;

    for (int unsigned t = 0; t < NTasks; t++) set[t] = waits[t] & object_of[t] == awaited;
    return set;
  endfunction

  function automatic tasks_t only(task_t id);
    return tasks_t'(1) << id;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
      due_q   <= '0;
    end else begin
      if (leaves) begin
        for (int unsigned t = 0; t < NTasks; t++) ahead_q[t][subject] <= 1'b0;
        ahead_q[subject] <= '0;
      end
      if (enters) ahead_q[subject] <= waiters(object);
      if (begins)              due_q <= waiters(object);
      else if (looks | leaves) due_q[subject] <= 1'b0;
    end
  end

  // -- What is in memory --------------------------------------------------------------------------
  control_t [NTasks-1:0] control;

  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_control
    assign control[t] = control_t'(isochron.u_tasks.u_control.memory_q[t]);
  end

  function automatic object_kind_e kind(object_id_t id);
    object_t record;

    record = object_t'(isochron.u_objects.u_records.u_memory.memory_q[id]);
    return record.kind;
  endfunction

  // the other object of the pair
  function automatic object_id_t other(object_id_t id);
    return id ^ object_id_t'(1);
  endfunction

  // -- What is assumed ----------------------------------------------------------------------------
  tasks_t others, same;    // who waits for the operation's object; for the subject's
  task_t  first;           // of the operation's chain
  task_t  next, previous;  // neighbours of the subject; else the last is before the first

  assign others   = waiters(object);
  assign same     = waiters(object_of[subject]);
  assign first    = isochron.waiters.first;
  assign next     = isochron.waiters.next;
  assign previous = isochron.waiters.previous;

  always_comb begin
    if (rst_ni & isochron.operation.stage.decide) begin
      // An object is told to have waiters if it has some.
      assume ((isochron.u_objects.u_chains.u_waiting.memory_q[object] != '0) == (others != '0));
      assume ((isochron.u_objects.u_chains.u_waiting.memory_q[other(object)] != '0)
              == (waiters(other(object)) != '0));
      // The one that is found is one of them.
      if (isochron.operation.gives & ~isochron.u_latency.second & others != '0) assume (others[subject]);
      // The first of a group's has nobody ahead, the last all others.
      if (isochron.operation.appends & is_of_group(operation) & kind(object) == KindGroup & others != '0)
      begin
        assume (others[first] & ahead_q[first] == '0);
        assume (others[previous] & (ahead_q[previous] | only(previous)) == others);
      end
      // Between neighbours nobody came to wait; the first follows the last.
      if (~isochron.operation.appends & waits[subject] & kind(object_of[subject]) == KindGroup) begin
        assume (same[next] & same[previous]);
        assume (ahead_q[next] == ((ahead_q[subject] | only(subject)) == same
                                  ? '0 : ahead_q[subject] | only(subject)));
        assume ((ahead_q[previous] | only(previous)) == (ahead_q[subject] == '0
                                                         ? same : ahead_q[subject]));
      end
      // The first of the pended tasks is one.
      if (of_time & operation == WorkPendedMove) assume (chain[subject] == ChainPended);
    end
  end

  // -- What is proven -----------------------------------------------------------------------------
  walk_t walk;

  assign walk = isochron.walk;

  always_comb begin
    if (rst_ni & ~isochron.init.active) begin
      // bits are set, or the group is deleted, and somebody waits
      if (accepted & (operation == OpGroupSync
                      | (operation inside {OpGroupSet, OpGroupDelete}
                         & isochron.action.code == ResultOk))) begin
        assert (begins == (others != '0));
      end
      assert (~begins | ~walk.active);
      // one after the other of those who waited, as they came
      if (looks) assert (walk.active & due_q[subject] & (ahead_q[subject] & due_q) == '0);
      // until all were looked at
      if (ends) assert (walk.active & due_q == '0);
      assert (walk.active | due_q == '0);
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  tasks_t       visited;               // who waits for the walk's group
  task_t        walk_task, walk_last;  // the next one to look at; the last one
  task_t        current;
  stage_e       stage;
  logic         has_object;
  object_id_t   object_id;             // the operation's, which need not be that of the waiters
  object_kind_e partner;               // of the other one of the pair

  assign visited    = waiters(isochron.walk.object);
  assign walk_task  = isochron.u_objects.gen_groups.u_groups.task_q;
  assign walk_last  = isochron.u_objects.gen_groups.u_groups.last_q;
  assign current    = isochron.current;
  assign stage      = isochron.u_latency.stage;
  assign has_object = isochron.u_stages.has_object;
  assign object_id  = isochron.found.id;
  assign partner    = kind(other(object_id));

  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
    tasks_t behind;

    for (genvar u = 0; u < int'(NTasks); u++) begin : gen_behind
      assign behind[u] = ahead_q[u][t];
    end

    always_comb begin
      if (rst_ni & isochron.init.active) assert (ahead_q[t] == '0);
      if (rst_ni & ~isochron.init.active) begin
        // the task's record says the same
        assert (chain[t] == control[t].chain
                & chain[t] inside {ChainNone, ChainObject, ChainPended});
        if (waits[t]) assert ({object_of[t], level[t]} == isochron.u_tasks.u_wait.memory_q[t]);
        assert (control[t].alive | control[t].chain == ChainNone);
        // of those who wait for the same, each is ahead or behind
        assert ((ahead_q[t] & behind) == '0);
        assert ((ahead_q[t] | behind)
                == (waits[t] ? waiters(object_of[t]) & ~only(task_t'(t)) : '0));
        // nobody waits for what is not there; a group's waiters form one chain
        if (waits[t]) begin
          assert (kind(object_of[t]) != KindNone
                  | (object_of[t][0] & kind(other(object_of[t])) == KindQueue));
          assert (kind(object_of[t]) != KindGroup | level[t] == '0);
        end
        // the walk has still to look at those from its place to the last one
        if (walk.active) begin
          assert (due_q[t] == (visited[t] & ~isochron.walk.ended
                               & ~ahead_q[walk_task][t] & ~ahead_q[t][walk_last]));
          if (walk.deletes) assert (~visited[t] | due_q[t]);
        end
      end
    end
  end

  // A queue takes an even object and the next one, which is not created.
  for (genvar o = 0; o < int'(NObjects); o += 2) begin : gen_pairs
    always_comb begin
      if (rst_ni & ~isochron.init.active) begin
        assert (kind(object_id_t'(o + 1)) != KindQueue);
        assert (kind(object_id_t'(o)) != KindQueue | kind(object_id_t'(o + 1)) == KindNone);
      end
    end
  end

  always_comb begin
    if (rst_ni & isochron.init.active) assert (due_q == '0);
    if (rst_ni & ~isochron.init.active & walk.active) begin
      if (~isochron.walk.ended) assert (due_q[walk_task] & due_q[walk_last]);
      assert (~walk.deletes | (walk.of_task & ~walk.syncs));
      // who waits at the end of its own walk is not a waiter before
      if (walk.of_task & control[current].waiting == WaitGroup) begin
        assert (walk.syncs & ~walk.nested & isochron.scheduler.started & isochron.current_state.alive
                & ~waits[current]);
      end
    end
    if (rst_ni & ~isochron.init.active) begin
      // work is on what the walk has named
      if (stage != StageIdle & of_time & operation == WorkGroupStep) begin
        assert (~isochron.walk.ended & subject == walk_task);
      end
      if (stage != StageIdle & of_time & operation == WorkGroupEnd) assert (isochron.walk.ended);
      // whose waiters, in which chain
      if (stage >= StageRank & isochron.operation.names_object) begin
        assert (object_id == isochron.operation.id[ObjectWidth-1:0]);
        assert (object == (object_id | object_id_t'(isochron.operation.senders)));
      end
      if (stage >= StageRank & has_object & ~isochron.operation.names_object) begin
        assert (object == object_id_t'(isochron.u_tasks.u_wait.memory_q[subject] >> PriorityWidth));
        assert (object == object_id | (control[subject].waiting == WaitSend
                                       & object_id == (object & ~object_id_t'(1))));
      end
      if (stage >= StageHead & is_of_group(operation)) assert (isochron.waiters.level == '0);
      if (isochron.u_latency.second) begin
        assert (object == object_id);
        if (operation == OpGive) assert (others[subject]);
      end
      // what the other object of the pair allows
      if (stage == StageHead & has_object) begin
        assert (isochron.u_objects.u_records.record[$bits(object_t)-1 -: $bits(object_kind_e)] == partner);
        assert (isochron.u_objects.u_chains.waiting
                == isochron.u_objects.u_chains.u_waiting.memory_q[other(object)]);
      end
      if (stage inside {3'd4, 3'd5} & has_object & ~isochron.u_latency.second) begin
        assert (isochron.u_objects.u_records.partner_q == partner);
        assert (isochron.waiters.partner
                == (isochron.u_objects.u_chains.u_waiting.memory_q[other(object)] != '0));
      end
      if (isochron.operation.stage.decide & ~isochron.u_latency.second
          & isochron.found.error == ResultFail) begin
        if (operation == OpQueueCreate) assert (~object_id[0] & partner == KindNone);
        if (operation inside {OpObjectCreate, OpMutexCreate, OpGroupCreate}) begin
          assert (~object_id[0] | partner != KindQueue);
        end
        if (operation == OpObjectDelete) begin
          assert (~isochron.waiters.any
                  & (isochron.found.record.kind != KindQueue | ~isochron.waiters.partner));
        end
      end
    end
  end

endmodule

bind isochron isochron_walks #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_walks (.*);
