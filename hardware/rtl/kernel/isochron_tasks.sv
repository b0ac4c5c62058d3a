// SPDX-License-Identifier: Apache-2.0
//
// What is kept for each task. The part that decisions need at once lies in distributed RAM, the
// wide part in block RAM, whose size hardly depends on the number of tasks.
module isochron_tasks
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks         = 32,  // Tasks, idle included; area grows with them
  parameter int unsigned NPriorities    = 64,  // Priorities; area grows with their number's bits
  parameter int unsigned NObjects       = 64,  // Objects; area grows with their number's bits
  parameter int unsigned TimerWidth     = 32,  // Bits of the visible tick; block RAM grows with it
  parameter int unsigned HeldWidth      = 7,   // Bits of the number of mutexes that a task holds;
                                               // block RAM grows with it
  parameter int unsigned NNotifications = 4,   // Notifications of each task, 1 to 4; block RAM
                                               // grows with them
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,            // Clock
  input  logic                     rst_ni,           // Asynchronous reset, active low

  input  init_t                    init_i,           // A task's words are initialised after reset

  // The operation
  input  operation_t               operation_i,      // The operation
  input  scheduler_t               scheduler_i,      // State of the scheduler

  // The tasks that matter
  input  owner_state_t             owner_i,          // The owner, whose priority may change
  input  selection_t               selection_i,      // The task that is selected
  input  logic                     switches_i,       // It runs in the next cycle
  input  logic [TaskWidth-1:0]     next_i,           // The task that is selected in the next cycle
  output stored_t                  stored_o,         // What is kept of subject and owner
  output current_t                 current_o,        // The running task

  // Decide stage: changes of the subject, or of the owner
  input  action_t                  action_i,         // What the operation does to the subject
  input  waiters_t                 waiters_i,        // Whose chain the subject enters, if it begins to
                                                     // wait for an object
  input  logic [TimerWidth:0]      deadline_i,       // The subject's deadline, if that is written
  output logic                     clearing_o,       // Notifications are being cleared

  // Results of the last command
  input  logic                     keep_result_i,    // The end of a suspension writes none
  output result_t                  result_o,         // The running task's

  output pointers_t                pointers_o        // Pointers to control blocks, one cycle later:
                                                     // that asked for, and that of `next_i`
);

  typedef logic [TaskWidth-1:0] task_t;

  task_t subject, current, running, write_task, owner, look;  // `running`: in the next cycle
  logic  commit;  // the operation is in its Decide stage
  logic  clear;   // all notifications of the subject, in the four cycles that follow

  assign subject    = operation_i.subject[TaskWidth-1:0];
  assign current    = scheduler_i.current[TaskWidth-1:0];
  assign running    = switches_i ? selection_i.id[TaskWidth-1:0] : current;
  assign write_task = init_i.active ? init_i.index[TaskWidth-1:0] : subject;
  assign commit     = operation_i.stage.decide;
  assign clear      = commit & action_i.clear_notifications;
  assign owner      = operation_i.stage.fetch ? subject : owner_i.id[TaskWidth-1:0];
  // control word and priority are read of the owner in Head, else of the subject
  assign look       = operation_i.stage.head ? owner : subject;

  control_t [1:0] control;

  isochron_ram_distributed #(
    .Width($bits(control_t)), .Depth(NTasks), .ReadPorts(2)
  ) u_control (
    .clk_i,
    .write_i(init_i.active | (commit & action_i.write_control)), .waddr_i(write_task),
    .wdata_i(init_i.active ? '0 : action_i.control),
    .raddr_i({current, look}), .rdata_o(control)
  );

  logic [1:0][PriorityWidth-1:0] level;

  isochron_ram_distributed #(
    .Width(PriorityWidth), .Depth(NTasks), .ReadPorts(2)
  ) u_priority (
    .clk_i,
    .write_i(commit & action_i.owner.write_level), .waddr_i(owner),
    .wdata_i(action_i.owner.level[PriorityWidth-1:0]),
    .raddr_i({current, look}), .rdata_o(level)
  );

  assign current_o = '{
    level:       6'(level[1]),
    alive:       control[1].alive,
    ready:       control[1].place == PlaceReady,
    waits:       control[1].waiting != WaitNone,
    waits_group: control[1].waiting == WaitGroup
  };

  // Who waits for a notification waits for no object: its number is that of the notification. Of
  // the others of a task none is waited for.
  logic                     waits_notified, write_wait;
  logic [1:0]               index;
  logic [ObjectWidth-1:0]   wait_object;
  logic [PriorityWidth-1:0] wait_priority;

  assign waits_notified = NNotifications > 1 & action_i.write_index;
  assign write_wait     = commit & (action_i.chain == ChainObject | action_i.write_object
                                            | waits_notified);
  assign index          = is_of_notification(operation_i.kind) ? operation_i.index
                                                               : stored_o.kept.object[1:0];

  isochron_ram_distributed #(.Width(ObjectWidth + PriorityWidth), .Depth(NTasks)) u_wait (
    .clk_i,
    .write_i(init_i.active | write_wait), .waddr_i(write_task),
    .wdata_i(init_i.active ? '0
             : {waits_notified ? ObjectWidth'(operation_i.index) : waiters_i.object[ObjectWidth-1:0],
                waiters_i.level[PriorityWidth-1:0]}),
    .raddr_i(subject), .rdata_o({wait_object, wait_priority})
  );

  assign stored_o.kept = '{
    control:    control[0],
    level:      6'(level[0]),
    object:     8'(wait_object),
    wait_level: 6'(wait_priority)
  };

  logic [PriorityWidth-1:0] base, waiting;
  logic [HeldWidth-1:0]     held;

  isochron_ram_block #(.Width(2 * PriorityWidth + HeldWidth), .Depth(NTasks)) u_standing (
    .clk_i,
    .write_i(commit & action_i.owner.write), .waddr_i(owner),
    .wdata_i({action_i.owner.standing.base[PriorityWidth-1:0],
              action_i.owner.standing.waiting[PriorityWidth-1:0],
              action_i.owner.standing.held[HeldWidth-1:0]}),
    .read_i(operation_i.active), .raddr_i(owner), .rdata_o({base, waiting, held})
  );

  assign stored_o.standing = '{base: 6'(base), waiting: 6'(waiting), held: 16'(held)};

  logic [TimerWidth:0] deadline;

  assign stored_o.deadline = 33'(deadline);

  isochron_ram_block #(.Width(TimerWidth + 1), .Depth(NTasks)) u_deadline (
    .clk_i,
    .write_i(commit & action_i.write_deadline), .waddr_i(subject), .wdata_i(deadline_i),
    .read_i(operation_i.active), .raddr_i(subject), .rdata_o(deadline)
  );

  // In the cycles in which they are cleared, what Decide wrote last is written to all of them: the
  // operation is still that one, and the subject too, for nothing follows so soon (`clearing_o`).
  localparam int unsigned IndexWidth = NNotifications > 1 ? 2 : 0;
  logic [TaskWidth+IndexWidth-1:0] notification_raddr, notification_waddr;

  if (NNotifications > 1) begin : gen_several
    logic       clearing_q;
    logic [1:0] clear_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        clearing_q <= 1'b0;
        clear_q    <= '0;
      end else if (clear || clearing_q) begin
        clearing_q <= clear | ~&clear_q;
        clear_q    <= clear ? '0 : clear_q + 1'b1;
      end
    end

    assign clearing_o         = clearing_q;
    assign notification_raddr = {subject, index};
    assign notification_waddr = {subject, clearing_q ? clear_q : index};
  end else begin : gen_one
    logic unused_index;

    assign unused_index       = ^{rst_ni, clear, index};
    assign clearing_o         = 1'b0;
    assign notification_raddr = subject;
    assign notification_waddr = subject;
  end

  isochron_ram_block #(
    .Width($bits(notification_t)), .Depth(NTasks << IndexWidth)
  ) u_notification (
    .clk_i,
    .write_i((commit & action_i.write_notification) | clearing_o),
    .waddr_i(notification_waddr), .wdata_i(action_i.notification),
    .read_i(operation_i.active), .raddr_i(notification_raddr), .rdata_o({stored_o.notification})
  );

  // The code of a result is on the way to a grant where calls have a window of their own, so it is
  // read at once. The memory of values shows one from the second cycle after its write on.
  //
  // What software calls before the start is no task's: its results are where task 0 has its own later.
  logic  write_result, result_q;
  task_t caller, next_caller, result_task, result_task_q;

  assign caller       = scheduler_i.started ? current : '0;
  assign next_caller  = scheduler_i.started ? running : '0;
  assign result_task  = action_i.schedule.start | action_i.answer ? subject : caller;
  assign write_result = commit & ~operation_i.second
                      & (operation_i.source == SourceTask | action_i.answer
                         | (action_i.schedule.resume_end & ~keep_result_i));

  isochron_ram_distributed #(.Width($bits(result_e)), .Depth(NTasks)) u_result_code (
    .clk_i,
    .write_i(write_result), .waddr_i(result_task), .wdata_i(action_i.code),
    .raddr_i(caller), .rdata_o({result_o.code})
  );

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_result_value (
    .clk_i,
    .write_i(write_result), .waddr_i(result_task), .wdata_i(action_i.value),
    .read_i(1'b1), .raddr_i(next_caller), .rdata_o(result_o.value)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_q <= 1'b0;
    else         result_q <= write_result;
  end

  always_ff @(posedge clk_i) begin
    if (commit) result_task_q <= result_task;
  end

  assign result_o.late = result_q & result_task_q == caller;

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    isochron_ram_block #(.Width(32), .Depth(NTasks)) u_operand (
      .clk_i,
      .write_i(commit & action_i.write_operand & operation_i.id[0] == 1'(i)),
      .waddr_i(current), .wdata_i(operation_i.argument),
      .read_i(operation_i.active), .raddr_i(subject), .rdata_o(stored_o.operands[i])
    );
  end

  // CURRENT answers at any time, OBJECT_HOLDER in Decide.
  task_t pointer;

  assign pointer = operation_i.stage.read && operation_i.kind == OpObjectHolder ? owner_i.id[TaskWidth-1:0]
                                                                                : running;

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_pointer (
    .clk_i,
    .write_i(commit & action_i.write_pointer), .waddr_i(subject), .wdata_i(operation_i.argument),
    .read_i(1'b1), .raddr_i(pointer), .rdata_o(pointers_o.current)
  );

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_next_pointer (
    .clk_i,
    .write_i(commit & action_i.write_pointer), .waddr_i(subject), .wdata_i(operation_i.argument),
    .read_i(1'b1), .raddr_i(next_i), .rdata_o(pointers_o.next)
  );

  logic pointer_late_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_late_q <= 1'b0;
    else         pointer_late_q <= commit & (action_i.write_pointer | action_i.schedule.start
                                             | action_i.schedule.first);
  end

  assign pointers_o.late = pointer_late_q;

  logic unused;
  assign unused = ^{init_i, operation_i, scheduler_i, owner_i, selection_i, action_i, waiters_i};

endmodule
