// SPDX-License-Identifier: Apache-2.0
//
// Words of replies, as systems/hybrid/registers/hybrid.rdl lays them out; and what was refused.
module isochron_hybrid_replies
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,   // As isochron_hybrid's
  parameter int unsigned NPriorities = 32,   // As isochron_hybrid's
  parameter bit          Pipelined   = 1'b0, // As isochron_hybrid's
  parameter int unsigned NLines      = 0     // As isochron_hybrid's
) (
  input  logic        clk_i,            // Clock
  input  logic        rst_ni,           // Asynchronous reset, active low

  // The message
  input  logic        act_i,            // It takes effect or is refused
  input  error_e      error_i,          // Why it is refused; ErrorNone: it is not
  input  logic        timers_i,         // It is for the timers
  input  command_e    command_i,        // The command in its header
  input  report_e     report_i,         // What REPORT asks for
  input  id_t         id_i,             // The task that it names
  input  task_t       task_i,           // What is known of that task
  input  logic        waits_i,          // It waits for an interrupt line
  input  logic        risen_i,          // The line that LINE names has risen
  input  logic        finish_i,         // The cycle after `act_i`, if nothing was refused
  input  logic        rotate_i,         // READ chooses the next task
  input  logic [31:0] pointer_i,        // The pointer to the task's control block, in that cycle

  // State shown
  input  id_t         current_i,        // The running task
  input  logic        several_i,        // Its ready list holds more than one task
  input  logic        started_i,        // The scheduler was started
  input  logic        suspended_i,      // The scheduler is suspended
  input  logic        working_i,        // Ticks or tasks are being worked off
  input  logic        yield_pending_i,  // YIELD was there, and no switch since
  input  logic        requested_i,      // A tick wants a switch
  input  logic        ticks_pended_i,   // Ticks have come that have not passed yet
  input  logic        passing_i,        // One of them is being worked off
  input  logic        hook_i,           // The tick hook is to be called
  input  logic        reported_i,       // An expiry waits for RELEASE
  input  id_t         reported_id_i,    // The task whose expiry that is
  input  logic [31:0] now_i,            // The visible tick
  input  logic [31:0] overflows_i,      // Its wraps

  output logic        valid_o,          // A word is sent
  output logic        last_o,           // It ends the reply
  output logic [31:0] word_o            // The word
);

  // -- What was refused -------------------------------------------------------------------------
  logic [7:0] count_q;
  error_e     code_q;
  id_t        refused_id_q;
  logic [3:0] refused_command_q;
  logic       timers_q, refuse, clear;

  assign refuse = act_i & error_i != ErrorNone;
  assign clear  = finish_i & ~timers_i & command_i == CommandReport
                & report_i == ReportError;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q           <= '0;
      code_q            <= ErrorNone;
      refused_id_q      <= '0;
      refused_command_q <= '0;
      timers_q          <= 1'b0;
    end else if (clear) begin
      count_q           <= '0;
      code_q            <= ErrorNone;
      refused_id_q      <= '0;
      refused_command_q <= '0;
      timers_q          <= 1'b0;
    end else if (refuse) begin
      count_q           <= count_q + 8'(~&count_q);
      code_q            <= error_i;
      refused_id_q      <= id_i;
      refused_command_q <= timers_i ? '0 : command_i;
      timers_q          <= timers_i;
    end
  end

  // -- Words ------------------------------------------------------------------------------------
  logic [31:0] status, fields, error, identification;

  always_comb begin
    status = '0;
    status[RegRepliesStatusErrorLsb]                    = count_q != '0;
    status[RegRepliesStatusHookLsb]                     = hook_i;
    status[RegRepliesStatusCurrentLsb +: $bits(id_t)]   = current_i;
    status[RegRepliesStatusOthersLsb]                   = several_i;
    status[RegRepliesStatusStartedLsb]                  = started_i;
    status[RegRepliesStatusSuspendedLsb]                = suspended_i;
    status[RegRepliesStatusBusyLsb]                     = working_i;
    status[RegRepliesStatusYieldPendingLsb]             = yield_pending_i;
    status[RegRepliesStatusRequestedLsb]                = requested_i;
    status[RegRepliesStatusExpiredLsb]                  = reported_i;
    status[RegRepliesStatusTicksPendedLsb]              = ticks_pended_i;
    status[RegRepliesStatusTaskLsb +: $bits(id_t)]      = reported_i ? reported_id_i : '0;

    fields = '0;
    fields[RegRepliesTaskBlockedLsb]                    = task_i.fields.state.blocked;
    fields[RegRepliesTaskSuspendedLsb]                  = task_i.fields.state.suspended;
    fields[RegRepliesTaskFinishedLsb]                   = task_i.fields.state.finished;
    fields[RegRepliesTaskPriorityLsb +: $bits(priority_t)] = task_i.fields.level;
    fields[RegRepliesTaskRunLsb]                        = started_i & id_i == current_i;
    fields[RegRepliesTaskReadyLsb]                      = task_i.fields.state.ready;
    fields[RegRepliesTaskDelayedLsb]                    = task_i.fields.delayed;
    fields[RegRepliesTaskEventLsb]                      = task_i.fields.delayed
                                                        & task_i.fields.reports;
    fields[RegRepliesTaskExpiredLsb]                    = task_i.expired & ~passing_i;
    fields[RegRepliesTaskLineLsb]                       = waits_i;
    fields[RegRepliesTaskIdLsb +: $bits(id_t)]          = id_i;
    fields[RegRepliesTaskCommandLsb +: $bits(command_e)] = CommandGet;

    error = '0;
    error[RegRepliesErrorCountLsb +: 8]                 = count_q;
    error[RegRepliesErrorTimersLsb]                     = timers_q;
    error[RegRepliesErrorIdLsb +: $bits(id_t)]          = refused_id_q;
    error[RegRepliesErrorCommandLsb +: $bits(command_e)] = refused_command_q;
    error[RegRepliesErrorCodeLsb +: $bits(error_e)]     = code_q;

    identification = '0;
    identification[RegRepliesIdentificationVersionLsb +: 8]
      = RegRepliesIdentificationVersionReset;
    identification[RegRepliesIdentificationLinesLsb +: 6]      = 6'(NLines);
    identification[RegRepliesIdentificationPipelinedLsb]       = Pipelined;
    identification[RegRepliesIdentificationPrioritiesLsb +: 7] = 7'(NPriorities);
    identification[RegRepliesIdentificationTasksLsb +: 8]      = 8'(NTasks);
  end

  always_comb begin
    valid_o = 1'b0;
    last_o  = 1'b1;
    word_o  = pointer_i;
    if (rotate_i) begin
      valid_o = 1'b1;
    end else if (act_i && error_i == ErrorNone && !timers_i) begin
      word_o = fields;
      unique case (command_i)
        CommandGet: valid_o = 1'b1;
        CommandLine: begin
          valid_o = 1'b1;
          word_o  = 32'(risen_i);
        end
        CommandReport: begin
          valid_o = 1'b1;
          unique case (report_i)
            ReportStatus:         word_o = status;
            ReportError:          word_o = error;
            ReportTick: begin
              word_o = now_i;
              last_o = 1'b0;
            end
            default:              word_o = identification;
          endcase
        end
        default: ;
      endcase
    end else if (finish_i && !timers_i && command_i == CommandReport
                 && report_i == ReportTick) begin
      valid_o = 1'b1;
      word_o  = overflows_i;
    end
  end

endmodule
