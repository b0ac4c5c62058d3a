// SPDX-License-Identifier: Apache-2.0
//
// What an operation of the kernel is to the scheduler of several cores (isochron_cores). Combinational.
module isochron_step
  import isochron_pkg::*;
  import isochron_cores_pkg::*;
  import isochron_registers_pkg::*;
(
  input  operation_t    operation_i,  // The operation
  input  action_t       action_i,     // What it does, in Decide
  input  owner_state_t  owner_i,      // The owner before

  output step_e         step_o,       // The step; StepSlice: from Read on
  output logic          flag_o        // With it: the priority is raised; or the core yields only to who is
                                      // there; or the task may be preempted
);

  logic raised, lost;

  // vTaskPriorityDisinheritAfterTimeout leaves a holder alone that is not ready, and looks for no core for
  // one whom another waiter raises. A retry that lends its priority has a second pass. Who lends is above
  // the holder. So nothing is compared that is known late.
  assign lost = operation_i.kind == WorkRetry & ~action_i.twice;

  always_comb begin
    unique case (operation_i.kind)
      OpPriority: raised = operation_i.argument[5:0] > owner_i.standing.base;
      OpGive:     raised = owner_i.standing.base > owner_i.level;
      default:    raised = ~lost | ~owner_i.ready;
    endcase
  end

  always_comb begin
    step_o = StepNone;
    flag_o = 1'b0;
    if (operation_i.kind == WorkSlice) begin
      step_o = StepSlice;
    end else if (action_i.clear_notifications) begin
      step_o = StepCreate;
    end else if (action_i.schedule.start) begin
      step_o = StepStart;
    end else if (action_i.owner.write_level) begin
      step_o = operation_i.kind == OpPriority ? StepPriority : StepInheritance;
      flag_o = raised;
    end else if (action_i.write_control && action_i.control.place != PlaceReady) begin
      step_o = StepLeave;
    end else if (action_i.write_control && action_i.link == LinkReady) begin
      step_o = StepReady;
    end else if (operation_i.kind inside {OpYield, OpDelay} && action_i.schedule.yield) begin
      step_o = StepYield;
      flag_o = operation_i.kind == OpYield & operation_i.argument[0];
    end else if (operation_i.kind == OpAffinity && action_i.code == ResultOk) begin
      step_o = StepAffinity;
    end else if (operation_i.kind == OpPreemption && action_i.code == ResultOk) begin
      step_o = StepPreemption;
      flag_o = operation_i.argument[0];
    end
  end

  logic unused;
  assign unused = ^{operation_i, action_i, owner_i};

endmodule
