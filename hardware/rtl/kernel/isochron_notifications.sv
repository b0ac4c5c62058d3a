// SPDX-License-Identifier: Apache-2.0
//
// What operations make of a task's notification. Combinational; FreeRTOS V11.2's
// xTaskGenericNotify, ulTaskGenericNotifyTake, xTaskGenericNotifyWait and their relatives are the
// reference.
module isochron_notifications
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  operation_t    operation_i,     // The operation
  input  subject_t      subject_i,       // The subject; its operands are the bits that NOTIFY_WAIT
                                         // clears on entry, and on exit
  input  logic          can_block_i,     // The running task may block now

  output logic          found_o,         // The result of the operation, unless it blocks
  output logic          blocks_o,        // The caller waits
  output logic [31:0]   value_o,         // What VALUE is to say
  output notification_t notification_o   // The notification after the operation
);

  // What becomes of the value: `mask` is set, or cleared, or is the new value.
  typedef enum logic [1:0] {ValueSet, ValueClear, ValueMask, ValueCount} change_e;

  change_e     change;
  logic        received, retry, takes_value, nonzero, by_argument, by_entry, by_exit;
  logic        clear;  // NOTIFY_TAKE clears the value on exit, else it decrements it
  logic [31:0] mask, counted;

  assign clear       = operation_i.id[0];
  assign received    = subject_i.notification.state == NotifyReceived;
  assign retry       = operation_i.kind == WorkRetry;
  assign takes_value = operation_i.kind == OpNotifyWait
                     | (retry & subject_i.control.waiting == WaitNotifyValue);
  assign nonzero     = subject_i.notification.value != '0;

  // one adder: up when notified, down when taken
  assign counted     = subject_i.notification.value
                     + (operation_i.kind == OpNotifyIncrement ? 32'd1 : '1);

  always_comb begin
    found_o              = 1'b1;
    blocks_o             = 1'b0;
    notification_o.state = NotifyReceived;
    change               = ValueSet;  // nothing
    {by_argument, by_entry, by_exit} = '0;

    unique case (operation_i.kind)
      OpNotifyNone: ;
      OpNotifySetBits:   by_argument = 1'b1;
      OpNotifyIncrement: change = ValueCount;
      OpNotifyOverwrite: {change, by_argument} = {ValueMask, 1'b1};
      OpNotifyNoOverwrite: begin
        found_o = ~received;
        if (!received) {change, by_argument} = {ValueMask, 1'b1};
      end
      OpNotifyStateClear: begin
        found_o              = received;
        notification_o.state = received ? NotifyIdle : subject_i.notification.state;
      end
      OpNotifyValueClear: begin
        notification_o.state  = subject_i.notification.state;
        {change, by_argument} = {ValueClear, 1'b1};
      end
      OpTaskCreate: begin
        notification_o.state = NotifyIdle;
        change               = ValueMask;  // 0
      end
      OpSuspend: notification_o.state = NotifyIdle;

      default: begin  // the value is taken: at once, or by the load of RESULT after the wait
        notification_o.state = NotifyIdle;
        if (takes_value) begin
          found_o  = received;
          change   = ValueClear;
          by_exit  = received;
          by_entry = ~received & ~retry;
        end else begin
          found_o = nonzero;
          change  = ValueCount;
          if (!nonzero || (retry ? subject_i.control.waiting == WaitNotifyClear : clear)) change = ValueMask;
        end
        blocks_o = ~retry & ~found_o & ~operation_i.about.zero & can_block_i;
        if (blocks_o) notification_o.state = NotifyWaiting;
      end
    endcase
  end

  assign mask = ({32{by_argument}} & operation_i.argument) | ({32{by_entry}} & subject_i.operands[0])
              | ({32{by_exit}} & subject_i.operands[1]);

  always_comb begin
    unique case (change)
      ValueSet:   notification_o.value = subject_i.notification.value | mask;
      ValueClear: notification_o.value = subject_i.notification.value & ~mask;
      ValueMask:  notification_o.value = mask;
      default:    notification_o.value = counted;
    endcase
  end

  assign value_o = subject_i.notification.value & ~({32{by_entry}} & subject_i.operands[0]);

  logic unused;
  assign unused = ^{operation_i, subject_i};

endmodule
