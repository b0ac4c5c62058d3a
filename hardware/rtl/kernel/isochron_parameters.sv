// SPDX-License-Identifier: Apache-2.0
//
// Refuses parameters of `isochron` that it does not support, when it is elaborated.
module isochron_parameters
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks         = 32,  // As isochron's
  parameter int unsigned NPriorities    = 64,  // As isochron's
  parameter int unsigned NObjects       = 64,  // As isochron's
  parameter int unsigned NLines         = 8,   // As isochron's
  parameter int unsigned TimerWidth     = 32,  // As isochron's
  parameter int unsigned CountWidth     = 16,  // As isochron's
  parameter int unsigned NNotifications = 4,   // As isochron's
  parameter int unsigned MessageWords   = 64,  // As isochron's
  parameter bit          EventGroups    = 1,   // As isochron's
  parameter bit          Tickless       = 1,   // As isochron's
  parameter bit          Monitor        = 1,   // As isochron's
  parameter int unsigned NCores         = 1,   // As isochron's
  parameter bit          Affinity       = 0,   // As isochron's
  parameter bit          OnePriority    = 0    // As isochron's
);

  if (NTasks < 4 || NTasks > 1 << TaskIdWidth) begin : gen_tasks
    $error("NTasks is %0d: it must be 4 to %0d", NTasks, 1 << TaskIdWidth);
  end
  if (NPriorities < 8 || NPriorities > 64) begin : gen_priorities
    $error("NPriorities is %0d: it must be 8 to 64", NPriorities);
  end
  if (NObjects < 4 || NObjects > 254 || NObjects % 2 != 0) begin : gen_objects
    $error("NObjects is %0d: it must be even, and 4 to 254", NObjects);
  end
  if (NLines < 1 || NLines > 32) begin : gen_lines
    $error("NLines is %0d: it must be 1 to 32", NLines);
  end
  if (TimerWidth < 8 || TimerWidth > 32) begin : gen_timer
    $error("TimerWidth is %0d: it must be 8 to 32", TimerWidth);
  end
  if (CountWidth < 1 || CountWidth > 16) begin : gen_count
    $error("CountWidth is %0d: it must be 1 to 16", CountWidth);
  end
  if (NNotifications < 1 || NNotifications > 4) begin : gen_notifications
    $error("NNotifications is %0d: it must be 1 to 4", NNotifications);
  end
  if (!(MessageWords inside {0, 4, 8, 16, 32, 64, 128})) begin : gen_messages
    $error("MessageWords is %0d: it must be 0, or a power of two, 4 to 128", MessageWords);
  end
  if (!(NCores inside {1, 2, 4})) begin : gen_cores
    $error("NCores is %0d: it must be 1, 2 or 4", NCores);
  end
  if (NCores == 1 && Affinity) begin : gen_affinity
    $error("NCores is 1: a task has no choice of cores, set Affinity to 0");
  end
  if (NCores == 1 && OnePriority) begin : gen_one_priority
    $error("NCores is 1: tasks of one priority run anyway, set OnePriority to 0");
  end
  if (NCores > 1 && EventGroups) begin : gen_groups
    $error("NCores is %0d: there are no event groups with several cores, set EventGroups to 0", NCores);
  end
  if (NCores > 1 && Tickless) begin : gen_tickless
    $error("NCores is %0d: there is no tickless idle with several cores, set Tickless to 0", NCores);
  end
  if (NCores > 1 && Monitor) begin : gen_monitor
    $error("NCores is %0d: there is no monitor with several cores, set Monitor to 0", NCores);
  end

endmodule
