// SPDX-License-Identifier: Apache-2.0
//
// Why a message is refused, if it is.
module isochron_hybrid_refusals
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // As isochron_hybrid's
  parameter int unsigned NPriorities = 32,  // As isochron_hybrid's
  parameter int unsigned NLines      = 0    // As isochron_hybrid's
) (
  // The message
  input  logic      timers_i,      // It is for the timers
  input  logic      has_data_i,    // It has a second word
  input  logic      bad_length_i,  // It has the wrong number of words
  input  command_e  command_i,     // The command in its header; without meaning for the timers
  input  adjust_e   adjust_i,      // What ADJUST changes; without meaning for the timers
  input  state_t    state_i,       // The state in its header; without meaning for the timers
  input  priority_t level_i,       // The priority in its header; without meaning for the timers
  input  id_t       id_i,          // The task that it names
  input  logic      no_line_i,     // LINE names a line that is not there; without meaning for others

  // That task
  input  logic      finished_i,    // It does not exist
  input  logic      ready_i,       // It is ready
  input  logic      reported_i,    // Its expiry waits for RELEASE

  // The scheduler
  input  logic      started_i,     // The scheduler was started
  input  logic      suspended_i,   // The scheduler is suspended

  output error_e    error_o        // Why the message is refused; ErrorNone: it is not
);

  logic no_task, bad_level, bad_state;

  assign no_task   = 32'(id_i) >= NTasks;
  assign bad_level = 32'(level_i) >= NPriorities;
  assign bad_state = ~$onehot(state_i);

  always_comb begin
    error_o = ErrorNone;
    if (bad_length_i) begin
      error_o = ErrorLength;
    end else if (timers_i) begin
      if (no_task || finished_i) error_o = ErrorTask;
    end else begin
      unique case (command_i)
        CommandRead, CommandSuspend, CommandResume, CommandYield, CommandReport, CommandPeriod,
        CommandConfigure, CommandHook: ;
        CommandWrite: begin
          if (no_task)                                             error_o = ErrorTask;
          else if (bad_level || bad_state)                         error_o = ErrorArgument;
          else if (finished_i && !has_data_i)   error_o = ErrorTask;
        end
        CommandPriority: begin
          if (no_task || finished_i) error_o = ErrorTask;
          else if (bad_level)                   error_o = ErrorArgument;
        end
        CommandRelease: begin
          if (no_task)          error_o = ErrorTask;
          else if (!reported_i) error_o = ErrorState;
        end
        CommandStart: begin
          if (no_task)                                  error_o = ErrorTask;
          else if (started_i || !ready_i)    error_o = ErrorState;
        end
        CommandGet: if (no_task) error_o = ErrorTask;
        CommandAdjust: begin
          unique case (adjust_i)
            AdjustSet:  if (started_i)    error_o = ErrorState;
            AdjustPend: ;
            AdjustStep: if (!suspended_i) error_o = ErrorState;
            default:    error_o = ErrorCommand;
          endcase
        end
        CommandLine: begin
          if (NLines == 0)                error_o = ErrorCommand;
          else if (no_task || finished_i) error_o = ErrorTask;
          else if (no_line_i)             error_o = ErrorArgument;
          else if (!ready_i)              error_o = ErrorState;
        end
        default: error_o = ErrorCommand;
      endcase
    end
  end

endmodule
