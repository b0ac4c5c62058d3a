// SPDX-License-Identifier: Apache-2.0
//
// Which task each of several cores would run if only tasks of one priority run at a time, that of the
// highest ready task, and idle tasks on the other cores: FreeRTOS's prvSelectHighestPriorityTask with
// configRUN_MULTIPLE_PRIORITIES 0.
//
// A core takes the first task of its lists if that has the priority; else it keeps its task if that
// has; else it takes the idle task that has waited longest, even if it runs an idle task.
//
// Of the lists this needs idle tasks of priority 0 that run nowhere, in order. It follows what enters
// and leaves the lists, and keeps them itself.
//
// Two cycles after a change of the lists' levels or of what a core runs, and at once after a
// selection's, it is known what each core would run. Area grows with NCores, for the order of idle tasks
// with its square; delay with NCores and the comparison of two priorities.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_one_priority #(
  parameter int unsigned NCores        = 2,  // Cores; area grows with their square
  parameter int unsigned TaskWidth     = 5,  // Bits of a task's number
  parameter int unsigned PriorityWidth = 6   // Bits of a priority
) (
  input  logic                                 clk_i,            // Clock
  input  logic                                 rst_ni,           // Asynchronous reset, active low

  // What each core could run
  input  logic [NCores-1:0]                    any_i,            // There is a task in its lists
  input  logic [NCores-1:0][PriorityWidth-1:0] levels_i,         // The highest priority of one there
  input  logic [NCores-1:0][TaskWidth-1:0]     selections_i,     // The first of them, in the next cycle

  // What each core runs
  input  logic [NCores-1:0]                    ready_i,          // Its task is ready
  input  logic [NCores-1:0]                    may_stay_i,       // And may run on this core
  input  logic [NCores-1:0][PriorityWidth-1:0] running_levels_i, // The priority of this task

  // A step is decided
  input  logic                                 decide_i,         // It is done
  input  logic [NCores-1:0]                    start_i,          // The core that begins with the subject
  input  logic [TaskWidth-1:0]                 subject_i,        // The subject
  input  logic                                 unlink_i,         // It leaves the ready lists
  input  logic [TaskWidth-1:0]                 entering_i,       // The task that enters them
  input  logic                                 link_i,           // It does
  input  logic [PriorityWidth-1:0]             link_level_i,     // With this priority
  input  logic [NCores-1:0]                    link_mask_i,      // The cores that it may run on

  output logic [PriorityWidth-1:0]             highest_o,        // The priority of the highest ready task
  output logic [NCores-1:0]                    switches_o,       // A core would run another task
  output logic [NCores-1:0][TaskWidth-1:0]     tasks_o           // This one
);

  typedef logic [TaskWidth-1:0]     task_t;
  typedef logic [PriorityWidth-1:0] priority_t;
  typedef logic [NCores-1:0]        mask_t;

  // -- Idle tasks: a core's number is that of the one with which it has begun ---------------------
  mask_t              begun_q;
  task_t [NCores-1:0] idle_q;
  mask_t [NCores-1:0] waits_q;  // of each, the cores that could run it; none if it runs, or is not in
                                // the list of priority 0
  mask_t [NCores-1:0] after_q;  // of each, those that have waited for longer

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= '0;
      waits_q <= '0;
    end else if (decide_i) begin
      begun_q <= begun_q | start_i;
      for (int unsigned x = 0; x < NCores; x++) begin
        if (begun_q[x] & link_i & entering_i == idle_q[x]) begin
          waits_q[x] <= link_level_i == '0 ? link_mask_i : '0;
        end else if (begun_q[x] & unlink_i & subject_i == idle_q[x]) begin
          waits_q[x] <= '0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (decide_i) begin
      for (int unsigned x = 0; x < NCores; x++) begin
        if (start_i[x]) idle_q[x] <= subject_i;
        if (link_i & entering_i == idle_q[x]) begin
          for (int unsigned y = 0; y < NCores; y++) after_q[y][x] <= 1'b0;
          after_q[x] <= ~(mask_t'(1) << x);
        end
      end
    end
  end

  // -- The priority -------------------------------------------------------------------------------
  priority_t highest, highest_q;

  always_comb begin
    highest = '0;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (any_i[x] & levels_i[x] > highest)            highest = levels_i[x];
      if (ready_i[x] & running_levels_i[x] > highest) highest = running_levels_i[x];
    end
  end

  // -- The choice ---------------------------------------------------------------------------------
  mask_t              switches, switches_q;
  task_t [NCores-1:0] tasks, tasks_q;
  mask_t [NCores-1:0] first;  // of each core, the idle task that has waited longest

  always_comb begin
    for (int unsigned x = 0; x < NCores; x++) begin
      for (int unsigned idle = 0; idle < NCores; idle++) begin
        first[x][idle] = waits_q[idle][x];
        for (int unsigned other = 0; other < NCores; other++) begin
          if (waits_q[other][x] & after_q[idle][other]) first[x][idle] = 1'b0;
        end
      end
    end
  end

  always_comb begin
    switches = '0;
    tasks    = selections_i;
    for (int unsigned x = 0; x < NCores; x++) begin
      if (any_i[x] & levels_i[x] == highest_q) begin
        switches[x] = 1'b1;
      end else if (~may_stay_i[x] | running_levels_i[x] != highest_q) begin
        switches[x] = |first[x];
        tasks[x]    = '0;
        for (int unsigned idle = 0; idle < NCores; idle++) begin
          if (first[x][idle]) tasks[x] = tasks[x] | idle_q[idle];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    highest_q  <= highest;
    switches_q <= switches;
    tasks_q    <= tasks;
  end

  assign highest_o  = highest_q;
  assign switches_o = switches_q;
  assign tasks_o    = tasks_q;

endmodule
