// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): the kernel keeps to what its lists and chains ask of it, as
// isochron_lists_contract and isochron_chains_contract say. What these keep of each task, the list and
// the chain that it is in, is compared with the control word of one task, whichever it is.
//
// What lists and chains answer is assumed, and so is the comparison of the tasks that a change touches,
// each of the cycle before: in the first cycle in which anything failed, of the kernel or of a block,
// all that would have held still.
module isochron_protocol
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64
) (
  input logic clk_i,
  input logic rst_ni
);

  `include "isochron_list_types.svh"
  `include "isochron_chain_types.svh"

  task_t any_q;  // an arbitrary task, always the same

  assign any_q = isochron.u_objects.u_chains.u_contract.any_q;

  always_comb assume (32'(any_q) < NTasks);

  // -- The operation ------------------------------------------------------------------------------
  stage_e     stage;
  operation_e operation;
  logic       of_time, has_object;
  task_t      subject;

  assign stage      = isochron.u_latency.stage;
  assign operation  = isochron.operation.kind;
  assign of_time    = isochron.u_stages.of_time;
  assign has_object = isochron.u_stages.has_object;
  assign subject    = isochron.operation.subject;

  // -- The task, as memory has it, and as the lists and chains ------------------------------------
  // What memory says of a task is what lists and chains have of it, as soon as its insertion is done.
  function automatic logic agrees(task_t id);
    control_t   control;
    priority_t  level, wait_level, chain_level;
    object_id_t wait_object, chain_object;
    chain_e     chain;
    logic       enters, linked;  // it is on its way into its list; it is in it
    list_t      list;

    control = control_t'(isochron.u_tasks.u_control.memory_q[id]);
    level   = isochron.u_tasks.u_priority.memory_q[id];
    {wait_object, wait_level} = isochron.u_tasks.u_wait.memory_q[id];
    {chain, chain_object, chain_level} = isochron.u_objects.u_chains.u_contract.key_q[id];
    enters = isochron.u_latency.inserting != '0 & isochron.u_state_lists.u_lists.u_contract.entering == id;
    linked = isochron.u_state_lists.u_lists.u_contract.linked_q[id];
    list   = enters ? isochron.u_state_lists.u_lists.u_contract.entered
             : isochron.u_state_lists.u_lists.u_contract.list_q[id];

    agrees = chain == control.chain & chain inside {ChainNone, ChainObject, ChainPended};
    if (chain == ChainObject) agrees &= chain_object == wait_object & chain_level == wait_level;
    else                      agrees &= chain_object == '0 & chain_level == '0;
    agrees &= ~(enters & linked);
    unique case (control.place)
      PlaceNone:    agrees &= ~(enters | linked);
      PlaceReady:   agrees &= (enters | linked) & list == list_t'(level);
      PlaceDelayed: agrees &= (enters | linked) & list inside {DelayedList, DueList};
      default:      agrees = 1'b0;
    endcase
    // who waits is not ready, and who does not exist waits for nothing
    agrees &= control.chain != ChainObject | control.place != PlaceReady;
    agrees &= control.alive | (control.place == PlaceNone & control.chain == ChainNone);
    agrees |= 32'(id) >= NTasks;
  endfunction

  control_t   control;
  object_id_t wait_object, subject_object;
  priority_t  wait_level, subject_level;

  assign control = control_t'(isochron.u_tasks.u_control.memory_q[any_q]);
  assign {wait_object, wait_level}       = isochron.u_tasks.u_wait.memory_q[any_q];
  assign {subject_object, subject_level} = isochron.u_tasks.u_wait.memory_q[subject];

  always_comb begin
    if (rst_ni & isochron.init.active & isochron.init.index != '0) begin
      assert (isochron.u_state_lists.u_lists.u_contract.linked_q == '0);
      assert (isochron.u_objects.u_chains.u_contract.key_q == '0);
    end
    if (rst_ni & ~isochron.init.active) begin
      assert (agrees(any_q));
      assert (control.waiting == WaitNone | isochron.scheduler.started);
      if (isochron.u_latency.second & operation == OpTake & subject == any_q) begin
        assert (control.waiting == WaitNone);
      end
    end
  end

  // -- What is assumed ----------------------------------------------------------------------------
  logic answers, answers_q = 1'b1;
  logic runs;  // the task is the running one

  assign answers = isochron.u_state_lists.u_lists.u_contract.precedes
                 & (isochron.u_state_lists.u_lists.u_contract.follows | isochron.lists_busy)
                 & isochron.u_objects.u_chains.u_contract.first_fits
                 & isochron.u_objects.u_chains.u_contract.joins
                 & isochron.u_objects.u_chains.u_contract.leads
                 & isochron.u_objects.u_chains.u_contract.trails
                 & isochron.u_objects.u_chains.u_contract.is_current
                 & isochron.u_objects.u_chains.u_contract.enters_fits
                 & isochron.u_objects.u_chains.u_contract.pended_fits
                 & isochron.u_objects.u_chains.u_contract.is_told
                 & agrees(subject) & agrees(isochron.owner.moved)
                 & agrees(isochron.u_state_lists.u_lists.u_contract.entering);
  assign runs    = isochron.current == any_q & isochron.scheduler.started;

  always_ff @(posedge clk_i) answers_q <= ~rst_ni | isochron.init.active | answers;

  always_comb begin
    // Of lists and chains: what they answer.
    assume (answers_q);
  end

  // -- What lists and chains ask ------------------------------------------------------------------
  always_comb begin
    assert (isochron.u_state_lists.u_lists.u_contract.ordered
            & isochron.u_state_lists.u_lists.u_contract.exists);
    assert (isochron.u_objects.u_chains.u_contract.ordered
            & isochron.u_objects.u_chains.u_contract.exists);
    if (isochron.owner.moved == any_q) assert (isochron.u_state_lists.u_lists.u_contract.fits);
    if (subject == any_q)        assert (isochron.u_objects.u_chains.u_contract.fits);
    // the best waiter is one, and is not ready
    if (rst_ni & isochron.operation.stage.decide & isochron.operation.gives & isochron.waiters.any
        & subject == any_q) begin
      assert (control.chain == ChainObject);
    end
  end

  // -- What that rests on: initialisation ---------------------------------------------------------
  always_comb begin
    assert (isochron.u_state_lists.u_lists.u_contract.reset == rst_ni);
    assert (isochron.u_objects.u_chains.u_contract.reset == rst_ni);
    if (!rst_ni) assert (answers_q);
    if (isochron.init.active) begin
      assert (isochron.u_state_lists.u_lists.u_contract.init_count == node_t'(isochron.init.index));
      assert (isochron.u_objects.u_chains.u_contract.init_count == object_id_t'(isochron.init.index));
      assert (isochron.u_state_lists.u_lists.u_contract.named
              == (32'(isochron.init.index) >= NTasks + NPriorities + 2));
      assert (isochron.u_objects.u_chains.u_contract.named == (32'(isochron.init.index) >= NObjects));
      assert (~isochron.u_state_lists.u_lists.u_contract.ended
              & ~isochron.u_objects.u_chains.u_contract.ended);
      assert (isochron.u_background.scan_q == DelayedMarker);
    end else begin
      assert (isochron.u_state_lists.u_lists.u_contract.named & isochron.u_objects.u_chains.u_contract.named);
    end
  end

  // -- ... the stages -----------------------------------------------------------------------------
  logic works;  // work of time is under way

  assign works = of_time & stage != StageIdle;

  always_comb begin
    assert ($onehot0(isochron.u_latency.inserting));
    if (rst_ni & stage == StageRank) assert (isochron.u_objects.u_chains.u_contract.fetched_q);
    if (rst_ni & stage == StageHead & has_object) assert (isochron.u_objects.u_chains.u_contract.ranked_q);
    if (rst_ni & stage >= StageRead & has_object) begin
      assert (isochron.u_objects.u_chains.u_contract.found_q);
    end
    if (rst_ni & stage >= StageHead & has_object) begin
      assert (isochron.u_objects.u_chains.u_contract.best_q == isochron.operation.gives);
    end
    if (rst_ni & isochron.operation.stage.decide) begin
      assert (isochron.u_objects.u_chains.u_contract.captured_q);
      assert (isochron.u_objects.u_chains.u_contract.captured_task_q == subject);
      assert (isochron.u_objects.u_chains.u_contract.end_q == isochron.operation.appends);
      assert (isochron.u_state_lists.u_lists.u_contract.captured_q);
      assert (isochron.u_state_lists.u_lists.u_contract.captured_node_q == node_t'(isochron.owner.moved)
              | operation inside {OpYield, WorkSlice});
      assert (isochron.subject_state.level == isochron.u_tasks.u_priority.memory_q[subject]);
    end
    // the chain is that of the object for which the subject waits, at the priority that it had
    if (rst_ni & stage >= StageRank & has_object & ~isochron.operation.names_object) begin
      assert (isochron.waiters.object == subject_object);
    end
    if (rst_ni & stage >= StageHead & has_object & ~isochron.operation.gives) begin
      if (is_of_group(operation)) assert (isochron.waiters.level == '0);
      else if (!isochron.operation.appends) assert (isochron.waiters.level == subject_level);
      assert (isochron.u_objects.u_chains.occupied_q
              == isochron.u_objects.u_chains.waiting_q[isochron.waiters.level]);
    end
    if (rst_ni & stage >= StageRead & isochron.operation.gives) assert (subject == isochron.waiters.first);
    if (rst_ni & isochron.u_latency.second & isochron.operation.gives) assert (isochron.waiters.any);
    // what work is about
    if (rst_ni & works & operation == WorkPendedMove) begin
      assert (isochron.u_objects.u_chains.u_contract.key_q[subject].chain == ChainPended);
    end
    if (rst_ni & works & operation inside {WorkScan, WorkExpire}) begin
      assert (isochron.u_state_lists.u_lists.u_contract.linked_q[subject]);
      assert (isochron.u_state_lists.u_lists.u_contract.list_q[subject]
              == (operation == WorkScan ? DelayedList : DueList));
    end
    if (rst_ni & isochron.u_background.scan_q != DelayedMarker) begin
      assert (32'(isochron.u_background.scan_q) < NTasks);
      assert (isochron.u_state_lists.u_lists.u_contract.linked_q[task_t'(isochron.u_background.scan_q)]);
      assert (isochron.u_state_lists.u_lists.u_contract.list_q[task_t'(isochron.u_background.scan_q)]
              == DelayedList);
    end
  end

  // -- ... notifications: who waits for one is in no chain, and waits for nothing else ------------
  for (genvar n = 0; n < 4; n++) begin : gen_notifications
    notification_t notification;
    logic          cleared;  // a new task's

    assign notification = notification_t'(isochron.u_tasks.u_notification.memory_q[{any_q, 2'(n)}]);
    assign cleared      = ~(isochron.clearing & subject == any_q
                            & isochron.u_tasks.gen_several.clear_q <= 2'(n));

    always_comb begin
      if (rst_ni & ~isochron.init.active & control.alive & cleared & notification.state == NotifyWaiting)
      begin
        assert (control.chain == ChainNone & wait_object[1:0] == 2'(n));
        assert (control.waiting inside {WaitNotifyDecrement, WaitNotifyClear, WaitNotifyValue});
      end
    end
  end

  // -- ... event groups: their waiters form one chain, and the walk goes along it -----------------
  logic [NPriorities-1:0] own_waiting, other_waiting;
  object_id_t             other;  // the other one of the operation's pair of objects
  object_t                other_record;

  assign other         = isochron.found.id ^ object_id_t'(1);
  assign other_record  = object_t'(isochron.u_objects.u_records.u_memory.memory_q[other]);
  assign own_waiting   = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object];
  assign other_waiting = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object
                                                              ^ object_id_t'(1)];

  for (genvar o = 0; o < int'(NObjects); o++) begin : gen_objects
    object_t                record, partner;
    logic [NPriorities-1:0] waiting;
    logic                   is_taken;  // by the queue before it

    assign record   = object_t'(isochron.u_objects.u_records.u_memory.memory_q[o]);
    assign partner  = object_t'(isochron.u_objects.u_records.u_memory.memory_q[o ^ 1]);
    assign waiting  = isochron.u_objects.u_chains.u_waiting.memory_q[o];
    assign is_taken = o % 2 == 1 & partner.kind == KindQueue;

    always_comb begin
      if (rst_ni & ~isochron.init.active) begin
        if (record.kind == KindQueue) assert (o % 2 == 0);
        if (is_taken)                 assert (record.kind == KindNone);
        if (record.kind == KindGroup) assert (waiting >> 1 == '0);
        if (record.kind == KindNone & ~is_taken) assert (waiting == '0);
      end
    end
  end

  always_comb begin
    if (rst_ni & stage >= StageRank & has_object) begin
      assert (isochron.waiters.object >> 1 == isochron.found.id >> 1);
      assert (isochron.waiters.object == isochron.found.id
              | (isochron.waiters.object[0] & (isochron.operation.names_object
                                           ? isochron.operation.senders
                                           : isochron.u_stages.subject.waiting == WaitSend)));
    end
    if (rst_ni & stage == StageHead & has_object) begin
      assert (object_t'(isochron.u_objects.u_records.record)
              == object_t'(isochron.u_objects.u_records.u_memory.memory_q[other]));
      assert (isochron.u_objects.u_chains.waiting == other_waiting);
    end
    if (rst_ni & stage >= StageRead & has_object & ~isochron.u_latency.second) begin
      assert (isochron.u_objects.u_records.partner_q == other_record.kind);
      assert (isochron.u_objects.u_chains.partner_waiter_q == (other_waiting != '0));
    end
    if (rst_ni & stage >= StageHead & has_object) begin
      assert (isochron.u_objects.u_chains.waiting_q == own_waiting);
    end
    if (rst_ni & isochron.operation.stage.decide & isochron.found.error == ResultFail) begin
      if (operation inside {OpObjectCreate, OpMutexCreate, OpQueueCreate, OpGroupCreate}) begin
        assert (~isochron.found.id[0] | isochron.u_objects.u_records.partner_q != KindQueue);
      end
      if (operation == OpQueueCreate) begin
        assert (~isochron.found.id[0] & isochron.u_objects.u_records.partner_q == KindNone);
      end
      if (operation == OpObjectDelete) begin
        assert (~isochron.u_objects.u_chains.any_waiter_q);
        assert (isochron.found.record.kind != KindQueue | ~isochron.u_objects.u_chains.partner_waiter_q);
      end
    end
  end

  control_t   running;  // of the running task
  object_t    waited_for;
  task_t      walk_task, walk_last, appended;  // the last: who enters a chain
  object_id_t walk_object;
  logic       walk_ended;

  assign running     = control_t'(isochron.u_tasks.u_control.memory_q[isochron.current]);
  assign waited_for  = object_t'(isochron.u_objects.u_records.u_memory.memory_q[wait_object]);
  assign walk_object = isochron.walk.object;
  assign walk_ended  = isochron.u_objects.gen_groups.u_groups.ended_q;
  assign walk_task   = isochron.u_objects.gen_groups.u_groups.task_q;
  assign walk_last   = isochron.u_objects.gen_groups.u_groups.last_q;
  assign appended    = isochron.u_objects.u_chains.append_task_q;

  always_comb begin
    if (rst_ni & isochron.walk.active & ~walk_ended) begin
      assert (isochron.u_objects.u_chains.u_contract.key_q[walk_task].chain == ChainObject
              & isochron.u_objects.u_chains.u_contract.key_q[walk_task].object == walk_object
              & isochron.u_objects.u_chains.u_contract.key_q[walk_task].level == '0);
      assert (isochron.u_objects.u_chains.u_contract.key_q[walk_last]
              == isochron.u_objects.u_chains.u_contract.key_q[walk_task]);
    end
    if (rst_ni & works & operation == WorkGroupStep) begin
      assert (~walk_ended & subject == walk_task);
    end
    // who is in the chain of a group waits for one, until it is ready
    if (rst_ni & stage != StageIdle & operation == WorkRetry & isochron.operation.error == ResultFail
        & subject == any_q) begin
      assert (control.place == PlaceReady);
    end
    if (rst_ni & ~isochron.init.active & control.chain == ChainObject
        & waited_for.kind == KindGroup) begin
      assert (control.waiting == WaitGroup);
    end
    if (rst_ni & works & operation == WorkGroupStep & subject == any_q) begin
      assert (control.waiting == WaitGroup & control.place != PlaceReady);
    end
    if (rst_ni & works & operation == WorkGroupEnd) assert (walk_ended);
    // of a group that is deleted, nobody is left at the end
    if (rst_ni & isochron.walk.active & isochron.walk.deletes) begin
      assert (isochron.walk.of_task & running.waiting == WaitNone);
      if (walk_ended) begin
        assert (isochron.u_objects.u_chains.u_waiting.memory_q[walk_object] == '0);
      end else begin
        assert (isochron.u_objects.u_chains.u_next.memory_q[walk_last] == walk_task);
        assert (isochron.u_objects.u_chains.u_previous.memory_q[walk_task] == walk_last);
      end
      if (isochron.u_latency.appending != '0) begin
        assert (isochron.u_objects.u_chains.u_contract.key_q[appended].chain != ChainObject);
      end
    end
    // who waits for the end of the walk, to begin to wait, is in no chain
    if (rst_ni & isochron.walk.active & isochron.walk.of_task & runs
        & control.waiting == WaitGroup) begin
      assert (control.chain == ChainNone & control.place == PlaceReady);
    end
  end

endmodule

bind isochron isochron_protocol #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_protocol (.*);
