// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): the bits of one event group, whichever it is, and what becomes of those
// who wait for some of them. A model beside the kernel sees what operations ask for and answer; it is
// FreeRTOS V11.2's event_groups.c.
module isochron_events
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NObjects = 64,
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  typedef logic [23:0] bits_t;

  (* keep *) logic [ObjectWidth-1:0] group_q;  // an arbitrary object, always the same

  always_ff @(posedge clk_i) group_q <= group_q;

  always_comb assume (32'(group_q) < NObjects);

  // -- What operations ask for and answer ---------------------------------------------------------
  operation_e  operation;
  bits_t       named, sets;        // bits that the command names; that GROUP_SYNC sets
  logic        here, accepted, from_task;
  logic        ok;
  control_t    subject;            // in memory
  group_wait_t wanted;             // what the operation's subject waits for
  logic        steps, ends, waits, syncs, times_out;

  assign operation = isochron.operation.kind;
  assign named     = isochron.operation.argument[23:0];
  assign from_task = isochron.operation.source == SourceTask;
  assign here      = isochron.operation.stage.decide & ~isochron.u_latency.second
                   & ~isochron.u_decide.awaits_tick
                   & isochron.found.id == group_q;
  assign accepted  = here & isochron.action.code inside {ResultOk, ResultFail};
  assign ok        = accepted & isochron.action.code == ResultOk;
  assign subject   = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);
  assign wanted    = group_wait_t'(
                       isochron.u_tasks.gen_operand[0].u_operand.memory_q[isochron.operation.subject][25:0]);
  assign sets      = isochron.u_tasks.gen_operand[1].u_operand.memory_q[isochron.operation.subject][23:0];
  assign steps     = accepted & operation == WorkGroupStep;
  assign ends      = accepted & operation == WorkGroupEnd;
  assign waits     = accepted & operation == OpGroupWait;
  assign syncs     = accepted & operation == OpGroupSync;
  assign times_out = accepted & operation == WorkRetry & subject.waiting == WaitGroup;

  // -- The model ----------------------------------------------------------------------------------
  logic  exists_q, walks_q;  // the group; its waiters are looked at
  logic  deletes_q;          // ... for it is deleted
  bits_t bits_q, clears_q;   // its bits; those that woken tasks clear at the end
  bits_t bits, after;        // bits as the operation sets them; and as it leaves them
  logic  met;                // the subject has what it waits for

  always_comb begin
    bits = bits_q;
    if (ok && operation == OpGroupSet) bits = bits_q | named;
    if (syncs)                         bits = bits_q | sets;
    met   = wanted.all ? (bits & wanted.bits) == wanted.bits : (bits & wanted.bits) != '0;
    after = bits;
    if (accepted && operation == OpGroupClear) after = bits & ~named;
    if (ends)                                  after = bits & ~clears_q;
    if ((waits || times_out || (syncs && !isochron.action.walk)) && met && wanted.clear) begin
      after = bits & ~wanted.bits;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {exists_q, walks_q, deletes_q} <= '0;
    end else begin
      if (ok && operation == OpGroupCreate) exists_q <= 1'b1;
      if (ok && operation == OpGroupDelete && !isochron.action.walk) exists_q <= 1'b0;
      if (ends && deletes_q)                exists_q <= 1'b0;
      if (here && isochron.action.walk)     walks_q <= 1'b1;
      else if (ends)                        walks_q <= 1'b0;
      if (here && isochron.action.walk)     deletes_q <= operation == OpGroupDelete;
    end
  end

  always_ff @(posedge clk_i) begin
    bits_q <= ok && operation == OpGroupCreate ? '0 : after;
    if (here && isochron.action.walk) clears_q <= syncs && met && wanted.clear ? wanted.bits : '0;
    else if (steps && met && wanted.clear) clears_q <= clears_q | wanted.bits;
  end

  // -- What is proven -----------------------------------------------------------------------------
  object_t stored;
  logic    any_waiter, can_block;

  assign stored     = object_t'(isochron.u_objects.u_records.u_memory.memory_q[group_q]);
  assign any_waiter = isochron.u_objects.u_chains.u_waiting.memory_q[group_q] != '0;
  assign can_block  = isochron.scheduler.started & ~isochron.scheduler.suspended
                    & ~isochron.scheduler.resuming & subject.chain == ChainNone;

  always_comb begin
    if (rst_ni & ~isochron.init.active) begin
      assert (exists_q == (stored.kind == KindGroup));
      if (exists_q) assert ({stored.upper[7:0], stored.count} == bits_q);
      assert (~walks_q | exists_q);
      // bits are set, or the group is deleted: everybody who waits is looked at
      if (exists_q & (syncs | (ok & operation inside {OpGroupSet, OpGroupDelete}))) begin
        assert (isochron.action.walk == any_waiter);
      end
      // who waits for what is set then is woken, and told the bits; nobody else
      if (exists_q & steps) begin
        if (met | deletes_q) begin
          assert (isochron.action.write_control & isochron.action.control.waiting == WaitNone);
          assert (isochron.action.unchain | subject.chain == ChainNone);
          assert (isochron.scheduler.suspended & ~isochron.walk.of_task
                  ? isochron.action.chain == ChainPended
                    & isochron.action.control.chain == ChainPended
                  : isochron.action.link == LinkReady
                    & isochron.action.control.place == PlaceReady
                    & isochron.action.control.chain == ChainNone);
          assert (isochron.u_tasks.write_result
                  & isochron.u_tasks.result_task == isochron.operation.subject
                  & isochron.action.code == ResultOk
                  & isochron.action.value == (deletes_q ? '0 : 32'(bits_q)));
        end else begin
          assert (~isochron.action.write_control & ~isochron.action.unlink
                  & ~isochron.action.unchain & isochron.action.link == LinkNone
                  & isochron.action.chain == ChainNone & ~isochron.u_tasks.write_result);
        end
      end
      // a caller has what it waits for, blocks among the waiters, or fails
      if (exists_q & waits) begin
        assert (ok == met & isochron.action.value == 32'(bits_q));
        assert (isochron.action.again
                == (~met & isochron.operation.argument != '0 & can_block));
        if (isochron.action.again) begin
          assert (isochron.action.chain == ChainObject & isochron.waiters.object == group_q
                  & isochron.action.control.waiting == WaitGroup
                  & isochron.action.control.place != PlaceReady);
        end
      end
      if (exists_q & syncs) begin
        assert (ok == met & isochron.action.value == 32'(bits));
        assert (isochron.action.again
                == (~met & isochron.operation.argument != '0 & can_block & ~any_waiter));
        // ... or at the end of the walk over the others
        assert ((isochron.action.control.waiting == WaitGroup)
                == (~met & isochron.operation.argument != '0 & can_block));
        if (isochron.action.walk) assert (isochron.action.write_control);
        if (isochron.action.again) begin
          assert (isochron.action.chain == ChainObject & isochron.waiters.object == group_q
                  & isochron.action.control.place != PlaceReady);
        end
      end
      if (exists_q & ends & isochron.walk.of_task) begin
        assert ((isochron.action.chain == ChainObject & isochron.waiters.object == group_q
                 & isochron.action.control.place != PlaceReady
                 & isochron.action.write_control) == (subject.waiting == WaitGroup));
      end
      // after its time is over it looks once more
      if (exists_q & times_out) begin
        assert (~ok & ~isochron.action.again & isochron.action.value == 32'(bits_q)
                & isochron.action.control.waiting == WaitNone);
      end
      // VALUE
      if (exists_q & ok & operation inside {OpGroupSet, OpGroupClear}) begin
        assert (isochron.action.value == 32'(bits));
      end
      if (exists_q & ends & isochron.action.answer) begin
        assert (isochron.action.value == 32'(after));
      end
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  always_comb begin
    if (rst_ni & isochron.init.active) assert (~exists_q & ~walks_q);
    if (rst_ni & ~isochron.init.active) begin
      assert (walks_q == (isochron.walk.active & isochron.walk.object == group_q));
      // a task's call waits for the end of a service routine's walk, unless that waits for a switch; a
      // task waits for its own
      if (isochron.u_latency.age_q != '0 & from_task
          & (is_of_group(operation)
             | (operation == WorkRetry & isochron.operation.error == ResultFail
                & subject.waiting == WaitGroup))) begin
        assert (~isochron.walk.active
                | ((isochron.walk.of_task | isochron.scheduler.asked) & operation != WorkRetry));
      end
      if (exists_q & (waits | syncs | steps | times_out)) assert (isochron.group.met == met);
      if (walks_q) begin
        assert (isochron.walk.deletes == deletes_q);
        assert (isochron.u_objects.gen_groups.u_groups.clears_q == clears_q);
      end
    end
  end

endmodule

bind isochron isochron_events #(.NObjects(NObjects)) u_events (.*);
